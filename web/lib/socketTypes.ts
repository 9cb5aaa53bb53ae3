/** 'connecting' until there was an answer or a failure, 'offline' while what is said here does not arrive. */
export type ConnectionState = 'online' | 'connecting' | 'offline';

export interface SocketIdentity {
  token: string;
  userId: number;
}

/** What the fetched part (socketClient.ts) can do. */
export interface OpenSocket {
  join(conversationId: number): void;
  leave(conversationId: number): void;
  type(conversationId: number, isTyping: boolean): void;
  close(): void;
}
