import { type AdminRole, isAllowed } from '#shared/adminRoles.ts';
import type { Call } from '#shared/contracts/common.ts';
import type { Scene } from './accessMatrixScene.ts';

/** The name of a call: 'PUT /api/properties/{id}'. */
export const nameOf = ({ method, path }: Call) => `${method.toUpperCase()} ${path}`;

/** The names in a call's path. */
export const placeholdersOf = ({ path }: Call) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

export const ID_NOBODY_HAS = 2_147_483_647;

/** The calls by the first word of their paths, those of administrators by the second: 'properties', 'admin/users'. */
export function featuresOf(calls: readonly Call[]): [feature: string, calls: Call[]][] {
  const features = new Map<string, Call[]>();
  for (const call of calls) {
    const feature = /^\/api\/((?:admin\/)?[^/]+)/.exec(call.path)?.[1] ?? call.path;
    features.set(feature, [...(features.get(feature) ?? []), call]);
  }
  return [...features];
}

/**
 * The callers. A scene's records belong to `user` and `agent` (one talks to the other, the listing is the agent's):
 * `applicant` and `otherAgent` are strangers to it. `admin` is an owner.
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

/** The roles of the administrators among the callers. */
export const roleOf: Partial<Record<Caller, AdminRole>> = {
  admin: 'owner',
  moderator: 'moderator',
  support: 'support',
  auditor: 'auditor',
};

/** An administrator whose role does not include an administrators' call is refused with every request. */
export function isOutOfRole({ ability }: Call, caller: Caller): boolean {
  const role = roleOf[caller];
  return ability !== null && role !== undefined && !isAllowed(role, ability);
}

export interface Sent {
  /** Values of the path's placeholders. */
  params?: Record<string, number | string>;
  query?: Record<string, string | number>;
  body?: object;
}

export interface AccessCase {
  /** The particular state of the record that the call is about, where a route has several cases. */
  about?: string;
  answers: Answers;
  /** Made anew for each caller: a record that one caller deletes is there for the next. */
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
/** Administrators whose role includes the call; to the others the test gives 403 (shared/adminRoles.ts). */
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
