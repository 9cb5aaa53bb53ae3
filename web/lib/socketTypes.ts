/** 'connecting' until the first answer or failure, 'offline' while disconnected. */
export type ConnectionState = 'online' | 'connecting' | 'offline';

export interface SocketIdentity {
  token: string;
  userId: number;
}

/** Events of a room. */
export type LiveRoom = `${'conversation' | 'list'} ${number}`;

/** The interface of the lazily loaded part (socketClient.ts). */
export interface OpenSocket {
  join(room: LiveRoom): void;
  leave(room: LiveRoom): void;
  type(conversationId: number, isTyping: boolean): void;
  close(): void;
}
