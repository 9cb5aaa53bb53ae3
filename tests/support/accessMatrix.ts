import type { Scene } from './accessMatrixScene.ts';

/**
 * Who calls. What a scene makes belongs to `user` and `agent` (one talks to the other, the listing is the agent's):
 * `applicant` and `otherAgent` are the strangers to it. `admin` is an owner.
 */
export const callers = [
  'anonymous',
  'user',
  'applicant',
  'agent',
  'otherAgent',
  'admin',
  'moderator',
  'support',
  'auditor',
] as const;
export type Caller = (typeof callers)[number];
/** HTTP status by caller. */
export type Answers = Record<Caller, number>;

export interface Sent {
  /** Values of the path's placeholders. */
  params?: Record<string, number | string>;
  query?: Record<string, string | number>;
  body?: object;
}

export interface AccessCase {
  /** What is special about the thing that the call is about, where a route has several cases. */
  about?: string;
  answers: Answers;
  /** Made anew for each caller: what one of them deletes is there for the next. */
  send(scene: Scene): Promise<Sent> | Sent;
}

/** By 'METHOD path' of the contract. */
export type AccessTable = Record<string, AccessCase[]>;

const nothing = (): Sent => ({});

export const everyone = (status: number): Answers => ({
  anonymous: status,
  user: status,
  applicant: status,
  agent: status,
  otherAgent: status,
  admin: status,
  moderator: status,
  support: status,
  auditor: status,
});
export const signedIn = (status: number): Answers => ({ ...everyone(status), anonymous: 401 });
export const agentsOnly = (status: number): Answers => ({
  ...signedIn(403),
  agent: status,
  otherAgent: status,
});
/** Those administrators whose role includes the call; to the others the test gives 403 (shared/adminRoles.ts). */
export const adminOnly = (status: number): Answers => ({
  ...signedIn(403),
  admin: status,
  moderator: status,
  support: status,
  auditor: status,
});

export const access = (answers: Answers, send: AccessCase['send'] = nothing, about?: string): AccessCase => ({
  answers,
  send,
  ...(about ? { about } : {}),
});
