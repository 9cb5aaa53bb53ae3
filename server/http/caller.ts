import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { languageOfRequest } from '#server/languages.ts';
import type { AdminRole } from '#shared/adminRoles.ts';
import type { TokenScope } from '#shared/apiAccess.ts';
import type { Role } from '#shared/contracts/auth.ts';

/** The caller, as the rows of the session and of the account say at this moment. */
export interface SignedInUser {
  id: number;
  name: string;
  email: string;
  role: Role;
  /** Null for all but administrators. */
  adminRole: AdminRole | null;
  isApprovedAgent: boolean;
  registeredAt: Date;
  /** 0 where an API token opened the call: such a call reaches nothing that belongs to a session. */
  sessionId: number;
  signedInAt: Date;
  /** The last proof of identity in this session after the sign-in. */
  confirmedAt: Date | null;
  hasSecondFactor: boolean;
  /** The chosen language; null: none. */
  language: string | null;
  /** See db/replicas.ts; null: every replica is far enough. */
  walPosition: string | null;
  /** The API token with which a program makes the call; null: the call belongs to a session. */
  token: { id: number; scopes: readonly TokenScope[] } | null;
}

/** Facts of a request about its caller, beside the account. */
export interface Caller {
  address: string;
  userAgent: string;
  /** The id that the client's machine keeps for itself; null where none was sent. */
  deviceId: string | null;
  /** The browser prefetches ahead of its user (Sec-Purpose). */
  isPrefetch: boolean;
  /** By Accept-Language. */
  language: string;
}

/** @param address the client's: behind a proxy it differs from the connection's. */
export function callerOf({ headers }: IncomingMessage, address: string): Caller {
  const textOf = (name: string) => String(headers[name] ?? '');
  return {
    address,
    userAgent: textOf('user-agent'),
    deviceId: /^[\w-]{16,64}$/.exec(textOf('x-device-id'))?.[0] ?? null,
    isPrefetch: /\bprefetch\b/i.test(textOf('sec-purpose') || textOf('purpose')),
    language: languageOfRequest(headers['accept-language']),
  };
}

/** The address, by Koa's rule, of a request that did not pass Koa. @param trustProxy number of proxies that are believed. */
export function addressOf({ headers, socket }: IncomingMessage, trustProxy: number): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',');
  const [address] = trustProxy > 0 && forwarded ? forwarded.split(/\s*,\s*/).slice(-trustProxy) : [];
  return address ?? socket.remoteAddress ?? '';
}

/** Under this name the limiters count a caller: the account, else the network. */
export function callerKey(user: Pick<SignedInUser, 'id'> | null, address: string): string {
  return user ? `account ${user.id}` : `network ${callerNetwork(address)}`;
}

/** The network that counts as one caller: an IPv4 address, or the IPv6 network of one customer (/64), which has 2^64 addresses. */
export const callerNetwork = (address: string): string => networks.memo(address);

function readNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  // An IPv6 socket shows an IPv4 address as '::ffff:192.0.2.1'.
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

const networks = new LRUCache<string, string>({ max: 10_000, memoMethod: readNetwork });
