import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { ConsoleLock } from '#shared/desktopBridge.ts';
import type { JsonFile } from './jsonFile.ts';
import type { SealedFiles } from './sealedFiles.ts';

const tries = z.object({
  wrongTries: z.number().int().min(0).default(0),
  /** Milliseconds since 1970. */
  waitUntil: z.number().default(0),
});

/** Kept beyond the console: ending it does not open the lock, nor does it forget the wrong tries. */
export const lockState = z.object({
  isLocked: z.boolean().default(false),
  /** Servers whose windows were opened since; '' for the page that asks for one. */
  opened: z.array(z.string()).default([]),
  /** By the server whose account was guessed at. */
  tries: z.record(z.string(), tries).default({}),
});

const proof = z.object({ cost: z.number(), salt: z.string(), hash: z.string() });
type Proof = z.infer<typeof proof>;
const proofs = z.object({ email: z.string(), password: proof.optional(), code: proof.optional() });
type Proofs = z.infer<typeof proofs>;

export interface Account {
  serverUrl: string;
  email: string;
}

export interface LockOptions {
  state: JsonFile<z.output<typeof lockState>>;
  /** Under the keyring. Where there is none, proofs last until the console ends, as the session does. */
  files: SealedFiles;
  /** Who is signed in at that server. */
  account(serverUrl: string): Promise<string | null>;
  servers(): readonly string[];
  now(): number;
  /** Of scrypt, a power of two: what a try takes. 2^15, 32 MB and about a tenth of a second, when left out. */
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

/** What the server says of a right password where it asks for more. */
const saidOfRightPasswords = new Set(['second_factor_required', 'passkey_required']);
const typed = z.object({
  email: z.string().optional(),
  password: z.string().optional(),
  newPassword: z.string().optional(),
});
const said = z.object({
  code: z.string().optional(),
  data: z.object({ user: z.object({ email: z.string() }) }).optional(),
});

export type Lock = ReturnType<typeof createLock>;

/**
 * The console's lock, over all its windows. Those of a server are opened by the password of whoever is signed in there, or by
 * a code that they chose: checked here, without the server, against what was kept when that server last found the password
 * right. What one server says opens its own windows and no other's; a code opens those of all servers for which it was
 * chosen, as no server has a word in it.
 */
export function createLock(options: LockOptions) {
  const { state, files, cost = 2 ** 15 } = options;
  const known = new Map<string, Proofs>();
  const nameOf = (serverUrl: string) => `proofs ${serverUrl}`;

  async function read(serverUrl: string, email: string): Promise<Proofs> {
    const kept = known.get(serverUrl) ?? (await readFile(serverUrl));
    return kept?.email === email ? kept : { email };
  }

  async function readFile(serverUrl: string): Promise<Proofs | null> {
    const bytes = await files.read(nameOf(serverUrl));
    try {
      return bytes && proofs.parse(JSON.parse(bytes.toString('utf8')));
    } catch {
      return null;
    }
  }

  async function keep(account: Account, kind: 'password' | 'code', secret: string | null): Promise<void> {
    const { [kind]: _before, ...others } = await read(account.serverUrl, account.email);
    const next = secret === null ? others : { ...others, [kind]: await prove(secret, cost) };
    known.set(account.serverUrl, next);
    await files.write(nameOf(account.serverUrl), Buffer.from(JSON.stringify(next)));
  }

  async function accountAt(serverUrl: string): Promise<Account | null> {
    const email = await options.account(serverUrl);
    return email === null ? null : { serverUrl, email: email.toLowerCase() };
  }

  /** Whose password opens the windows of a server: its own account's, else that of another server. */
  async function holder(serverUrl: string): Promise<Account | null> {
    for (const server of new Set([serverUrl, ...options.servers()])) {
      const account = await accountAt(server);
      if (account) return account;
    }
    return null;
  }

  /** Whatever has windows: the servers, and the page that asks for one. */
  const places = () => ['', ...options.servers()];
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

  /** What this account holds the lock of. */
  async function openFor(account: Account): Promise<void> {
    const holders = await Promise.all(
      places().map(async (server) => ({ server, held: (await holder(server))?.serverUrl })),
    );
    const own = holders.filter(({ held }) => held === account.serverUrl).map(({ server }) => server);
    const { opened, tries: before, ...rest } = state.read();
    if (!rest.isLocked) return;
    const { [account.serverUrl]: _own, ...others } = before;
    const next = [...new Set([...opened, account.serverUrl, ...own])];
    if (places().every((server) => next.includes(server))) {
      openAll();
      return;
    }
    state.write({ ...rest, opened: next, tries: others });
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

  /** @returns by what this secret is proved to be the account's; null also while it has to wait. */
  async function provedBy(account: Account, secret: string): Promise<'password' | 'code' | null> {
    if (waitMs(account.serverUrl) > 0) return null;
    // Before it is looked at: a console that is ended meanwhile has counted it.
    noteWrongTry(account.serverUrl);
    const { password, code } = await read(account.serverUrl, account.email);
    if (await isProved(code, secret)) return 'code';
    return (await isProved(password, secret)) ? 'password' : null;
  }

  return {
    /** @param serverUrl whether its windows are; without it, whether any are. */
    isLocked: (serverUrl?: string) => (serverUrl === undefined ? state.read().isLocked : isLocked(serverUrl)),
    /** All windows, at once; opens again by itself where nobody is signed in. */
    async lock(): Promise<void> {
      const before = state.read();
      if (before.isLocked && before.opened.length === 0) return;
      state.write({ ...before, isLocked: true, opened: [] });
      options.locked();
      if (!(await holder(''))) openAll();
    },
    /** What a window of that server shows; null when it is open. */
    async shownAt(serverUrl: string): Promise<ConsoleLock | null> {
      if (!isLocked(serverUrl)) return null;
      const account = await holder(serverUrl);
      if (!account) openAll();
      return account && { email: account.email, isHere: account.serverUrl === serverUrl };
    },
    /** @returns whether the windows of that server are open now, and else how long nobody need try again. */
    async unlock(serverUrl: string, secret: string): Promise<{ isOpen: boolean; waitSeconds: number }> {
      const account = await holder(serverUrl);
      if (!account) openAll();
      if (!account || !isLocked(serverUrl)) return { isOpen: true, waitSeconds: 0 };
      const proved = await provedBy(account, secret);
      if (proved) await openFor(account);
      if (proved === 'code')
        for (const server of options.servers()) {
          const other = isLocked(server) ? await accountAt(server) : null;
          if (other && (await provedBy(other, secret)) === 'code') await openFor(other);
        }
      return { isOpen: !isLocked(serverUrl), waitSeconds: Math.ceil(waitMs(account.serverUrl) / 1_000) };
    },
    /** A sign-in goes to that server: not while its locked windows wait. */
    mayAsk: (serverUrl: string) =>
      !isLocked(serverUrl) || triesAt(serverUrl).wrongTries <= FREE_TRIES || waitMs(serverUrl) === 0,
    /**
     * A server answered somebody who gave a password: one that it finds right is kept as a proof, and opens the windows of
     * that server.
     */
    async heardOfPassword(serverUrl: string, body: string, status: number, answer: string): Promise<void> {
      const given = typed.safeParse(parse(body));
      const told = said.safeParse(parse(answer));
      if (!given.success || !told.success) return;
      const isRight = status < 300 || saidOfRightPasswords.has(told.data.code ?? '');
      const secret = given.data.newPassword ?? given.data.password;
      const email = (told.data.data?.user.email ?? given.data.email)?.trim().toLowerCase();
      if (!isRight || !secret || !email) return;
      const account = isLocked(serverUrl) ? await holder(serverUrl) : null;
      if (account && (account.serverUrl !== serverUrl || account.email !== email)) return;
      await keep({ serverUrl, email }, 'password', secret);
      if (account) await openFor(account);
    },
    /**
     * Opens the lock besides the password; null takes it away. It is the code of every account whose windows are open: not of
     * those that are still locked.
     */
    async setCode(serverUrl: string, code: string | null): Promise<void> {
      for (const server of new Set([serverUrl, ...options.servers()])) {
        const account = isLocked(server) ? null : await accountAt(server);
        if (account) await keep(account, 'code', code);
      }
    },
    /** A server was added in an open window: its own are open, too. */
    admit(serverUrl: string): void {
      const before = state.read();
      if (before.isLocked) state.write({ ...before, opened: [...before.opened, serverUrl] });
    },
    /** Somebody has logged out: what is left of the lock is over that window, too. */
    async forget(serverUrl: string): Promise<void> {
      known.delete(serverUrl);
      const { opened, ...rest } = state.read();
      if (opened.includes(serverUrl))
        state.write({ ...rest, opened: opened.filter((server) => server !== serverUrl) });
      await files.remove(nameOf(serverUrl));
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function prove(secret: string, cost: number): Promise<Proof> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(secret, salt, HASH_BYTES, { N: cost, maxmem: MEMORY_LIMIT });
  return { cost, salt: salt.toString('base64'), hash: hash.toString('base64') };
}

async function isProved(kept: Proof | undefined, secret: string): Promise<boolean> {
  if (!kept) return false;
  const hash = await derive(secret, Buffer.from(kept.salt, 'base64'), HASH_BYTES, {
    N: kept.cost,
    maxmem: MEMORY_LIMIT,
  });
  return timingSafeEqual(hash, Buffer.from(kept.hash, 'base64'));
}
