import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { ConsoleLock } from '#shared/desktopBridge.ts';
import { type JsonFile, parseJson } from './jsonFile.ts';
import type { SealedFiles } from './sealedFiles.ts';

const attempts = z.object({
  wrongTries: z.number().int().min(0).default(0),
  /** Milliseconds since 1970. */
  waitUntil: z.number().default(0),
});

/** Stored, so that a restart neither opens the lock nor resets the wrong attempts. */
export const lockState = z.object({
  isLocked: z.boolean().default(false),
  /** Servers whose windows were unlocked since; '' is the page that asks for a server. */
  opened: z.array(z.string()).default([]),
  tries: z.record(z.string(), attempts).default({}),
});

const proof = z.object({ cost: z.number(), salt: z.string(), hash: z.string() });
type Proof = z.infer<typeof proof>;
const proofs = z.object({ email: z.string(), password: proof.optional(), code: proof.optional() });
type Proofs = z.infer<typeof proofs>;
type ProofKind = 'password' | 'code';

interface Account {
  serverUrl: string;
  email: string;
}

interface LockOptions {
  state: JsonFile<z.output<typeof lockState>>;
  /** Encrypted proofs. Without a keyring, proofs last until the console ends, like the session. */
  files: SealedFiles;
  /** E-mail address of the signed-in account of that server. */
  account(serverUrl: string): Promise<string | null>;
  servers(): readonly string[];
  now(): number;
  /** Scrypt's cost, a power of two. Default: 2^15, 32 MB and about a tenth of a second. */
  cost?: number;
  locked(): void;
  unlocked(): void;
}

const FREE_TRIES = 3;
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 15 * 60_000;
const HASH_BYTES = 32;
const SALT_BYTES = 16;
const MEMORY_LIMIT = 64 * 2 ** 20;
const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** Error codes of the server for a correct password that needs a second step. */
const correctPasswordCodes = new Set(['second_factor_required', 'passkey_required']);
const passwordRequest = z.object({
  email: z.string().optional(),
  password: z.string().optional(),
  newPassword: z.string().optional(),
});
const passwordAnswer = z.object({
  code: z.string().optional(),
  data: z.object({ user: z.object({ email: z.string() }) }).optional(),
});

export type Lock = ReturnType<typeof createLock>;

/**
 * The console's lock, over all its windows. The windows of a server are unlocked by the password of the account signed in
 * there, or by that account's unlock code. Both are checked locally against a proof, which is stored when the server accepts
 * the password. A server's answer unlocks only its own windows; a code unlocks every server for which it was set, as no
 * server takes part in the check.
 */
export function createLock(options: LockOptions) {
  const { state, servers } = options;
  const store = new ProofStore(options.files, options.cost ?? 2 ** 15);

  async function accountAt(serverUrl: string): Promise<Account | null> {
    const email = await options.account(serverUrl);
    return email === null ? null : { serverUrl, email: email.toLowerCase() };
  }

  /** The account that unlocks a server's windows: its own, else that of another server. */
  async function holder(serverUrl: string): Promise<Account | null> {
    for (const server of new Set([serverUrl, ...servers()])) {
      const account = await accountAt(server);
      if (account) return account;
    }
    return null;
  }

  /** Every owner of windows: the servers, and the page that asks for one. */
  const places = () => ['', ...servers()];
  const isLocked = (serverUrl: string) => {
    const { isLocked: isShut, opened } = state.read();
    return isShut && !opened.includes(serverUrl);
  };
  const triesAt = (serverUrl: string) => state.read().tries[serverUrl] ?? { wrongTries: 0, waitUntil: 0 };
  const waitMs = (serverUrl: string) => Math.max(0, triesAt(serverUrl).waitUntil - options.now());

  function openAll(): void {
    if (!state.read().isLocked) return;
    state.write({ isLocked: false, opened: [], tries: {} });
    options.unlocked();
  }

  /** Unlocks all windows of which the account is the holder. */
  async function openFor(account: Account): Promise<void> {
    const holders = await Promise.all(
      places().map(async (server) => ({ server, heldBy: (await holder(server))?.serverUrl })),
    );
    const own = holders.filter(({ heldBy }) => heldBy === account.serverUrl).map(({ server }) => server);
    const { opened, tries, ...rest } = state.read();
    if (!rest.isLocked) return;
    const { [account.serverUrl]: _own, ...otherTries } = tries;
    const next = [...new Set([...opened, account.serverUrl, ...own])];
    if (places().every((server) => next.includes(server))) {
      openAll();
      return;
    }
    state.write({ ...rest, opened: next, tries: otherTries });
    options.unlocked();
  }

  function noteWrongTry(serverUrl: string): void {
    const before = state.read();
    const wrongTries = triesAt(serverUrl).wrongTries + 1;
    const steps = wrongTries - FREE_TRIES;
    const wait = steps < 0 ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** steps);
    const noted = { wrongTries, waitUntil: options.now() + wait };
    state.write({ ...before, tries: { ...before.tries, [serverUrl]: noted } });
  }

  /** @returns the kind of secret that matches the account; null also during a waiting time. */
  async function verify(account: Account, secret: string): Promise<ProofKind | null> {
    if (waitMs(account.serverUrl) > 0) return null;
    // Counted before the check, so that ending the console during the check does not save an attempt.
    noteWrongTry(account.serverUrl);
    return store.match(account, secret);
  }

  return {
    /** Whether the windows of that server are locked; without an argument, whether any are. */
    isLocked: (serverUrl?: string) => (serverUrl === undefined ? state.read().isLocked : isLocked(serverUrl)),
    /** Locks all windows at once; unlocks them again if no account is signed in. */
    async lock(): Promise<void> {
      const before = state.read();
      if (before.isLocked && before.opened.length === 0) return;
      state.write({ ...before, isLocked: true, opened: [] });
      options.locked();
      if (!(await holder(''))) openAll();
    },
    /** The lock screen of that server's windows; null if they are not locked. */
    async shownAt(serverUrl: string): Promise<ConsoleLock | null> {
      if (!isLocked(serverUrl)) return null;
      const account = await holder(serverUrl);
      if (!account) openAll();
      return account && { email: account.email, isHere: account.serverUrl === serverUrl };
    },
    /** @returns whether the windows of that server are unlocked now, and the waiting time before the next attempt. */
    async unlock(serverUrl: string, secret: string): Promise<{ isOpen: boolean; waitSeconds: number }> {
      const account = await holder(serverUrl);
      if (!account) openAll();
      if (!account || !isLocked(serverUrl)) return { isOpen: true, waitSeconds: 0 };
      const matched = await verify(account, secret);
      if (matched) await openFor(account);
      if (matched === 'code')
        for (const server of servers()) {
          const other = isLocked(server) ? await accountAt(server) : null;
          if (other && (await verify(other, secret)) === 'code') await openFor(other);
        }
      return { isOpen: !isLocked(serverUrl), waitSeconds: Math.ceil(waitMs(account.serverUrl) / 1_000) };
    },
    /** Whether a sign-in may be sent to the server; false during the waiting time of its locked windows. */
    maySignIn: (serverUrl: string) =>
      !isLocked(serverUrl) || triesAt(serverUrl).wrongTries <= FREE_TRIES || waitMs(serverUrl) === 0,
    /** Stores a proof of a password that the server has accepted, and unlocks the windows of that server. */
    async learnPassword(serverUrl: string, body: string, status: number, text: string): Promise<void> {
      const request = passwordRequest.safeParse(parseJson(body));
      const answer = passwordAnswer.safeParse(parseJson(text));
      if (!request.success || !answer.success) return;
      const isCorrect = status < 300 || correctPasswordCodes.has(answer.data.code ?? '');
      const secret = request.data.newPassword ?? request.data.password;
      const email = (answer.data.data?.user.email ?? request.data.email)?.trim().toLowerCase();
      if (!isCorrect || !secret || !email) return;
      const account = isLocked(serverUrl) ? await holder(serverUrl) : null;
      if (account && (account.serverUrl !== serverUrl || account.email !== email)) return;
      await store.write({ serverUrl, email }, 'password', secret);
      if (account) await openFor(account);
    },
    /** Sets the unlock code of every account whose windows are not locked; null removes it. */
    async setCode(serverUrl: string, code: string | null): Promise<void> {
      for (const server of new Set([serverUrl, ...servers()])) {
        const account = isLocked(server) ? null : await accountAt(server);
        if (account) await store.write(account, 'code', code);
      }
    },
    /** After a server was added in an unlocked window: its windows are unlocked too. */
    admit(serverUrl: string): void {
      const before = state.read();
      if (before.isLocked) state.write({ ...before, opened: [...before.opened, serverUrl] });
    },
    /** After a logout: the windows of that server are locked again if others still are. */
    async forget(serverUrl: string): Promise<void> {
      const { opened, ...rest } = state.read();
      if (opened.includes(serverUrl))
        state.write({ ...rest, opened: opened.filter((server) => server !== serverUrl) });
      await store.remove(serverUrl);
    },
  };
}

/** Scrypt hashes of each server's password and unlock code, for one account per server. */
class ProofStore {
  private readonly known = new Map<string, Proofs>();

  constructor(
    private readonly files: SealedFiles,
    private readonly cost: number,
  ) {}

  /** @param secret null removes the proof of that kind. */
  async write(account: Account, kind: ProofKind, secret: string | null): Promise<void> {
    const { [kind]: _before, ...others } = await this.read(account);
    const next = secret === null ? others : { ...others, [kind]: await hashSecret(secret, this.cost) };
    this.known.set(account.serverUrl, next);
    await this.files.write(nameOf(account.serverUrl), Buffer.from(JSON.stringify(next)));
  }

  async match(account: Account, secret: string): Promise<ProofKind | null> {
    const { password, code } = await this.read(account);
    if (await isProved(code, secret)) return 'code';
    return (await isProved(password, secret)) ? 'password' : null;
  }

  async remove(serverUrl: string): Promise<void> {
    this.known.delete(serverUrl);
    await this.files.remove(nameOf(serverUrl));
  }

  private async read({ serverUrl, email }: Account): Promise<Proofs> {
    const stored = this.known.get(serverUrl) ?? (await this.readFile(serverUrl));
    return stored?.email === email ? stored : { email };
  }

  private async readFile(serverUrl: string): Promise<Proofs | null> {
    const bytes = await this.files.read(nameOf(serverUrl));
    return proofs.safeParse(bytes && parseJson(bytes.toString('utf8'))).data ?? null;
  }
}

const nameOf = (serverUrl: string) => `proofs ${serverUrl}`;

const hashOf = (secret: string, salt: Buffer, cost: number) =>
  derive(secret, salt, HASH_BYTES, { N: cost, maxmem: MEMORY_LIMIT });

async function hashSecret(secret: string, cost: number): Promise<Proof> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await hashOf(secret, salt, cost);
  return { cost, salt: salt.toString('base64'), hash: hash.toString('base64') };
}

async function isProved(stored: Proof | undefined, secret: string): Promise<boolean> {
  if (!stored) return false;
  const hash = await hashOf(secret, Buffer.from(stored.salt, 'base64'), stored.cost);
  return timingSafeEqual(hash, Buffer.from(stored.hash, 'base64'));
}

interface IdleLockOptions {
  /** 0 never locks. */
  minutes(): number;
  idleSeconds(): number;
  lock(): void;
}

export const IDLE_CHECK_MS = 10_000;

/** Locks once per idle period; the next period begins after an input. */
export function createIdleLock({ minutes, idleSeconds, lock }: IdleLockOptions) {
  let hasLocked = false;
  return {
    check() {
      const limit = minutes() * 60;
      const isIdle = limit > 0 && idleSeconds() >= limit;
      if (isIdle && !hasLocked) lock();
      hasLocked = isIdle;
    },
  };
}
