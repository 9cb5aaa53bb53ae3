/** 'connecting' until there was an answer or a failure, 'offline' while what is said here does not arrive. */
export type ConnectionState = 'online' | 'connecting' | 'offline';

export interface SocketIdentity {
  token: string;
  userId: number;
}

/** What is told to those who have it open. */
export type LiveRoom = `${'conversation' | 'list'} ${number}`;

/** What the fetched part (socketClient.ts) can do. */
export interface OpenSocket {
  join(room: LiveRoom): void;
  leave(room: LiveRoom): void;
  type(conversationId: number, isTyping: boolean): void;
  close(): void;
}
