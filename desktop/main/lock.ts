import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { ConsoleLock } from '#shared/desktopBridge.ts';
import type { JsonFile } from './jsonFile.ts';
import type { SealedFiles } from './sealedFiles.ts';

/** Kept beyond the console: ending it does not open the lock, nor does it forget the wrong tries. */
export const lockState = z.object({
  isLocked: z.boolean().default(false),
  wrongTries: z.number().int().min(0).default(0),
  /** Milliseconds since 1970. */
  waitUntil: z.number().default(0),
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
 * The console's lock, for all its windows. It is opened by the password of whoever is signed in, or by a code that they
 * chose: checked here, without the server, against what was kept when the server last found the password right.
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

  /** Whose password opens the lock at a server's window: its own account's, else that of another server. */
  async function holder(serverUrl: string): Promise<Account | null> {
    for (const server of new Set([serverUrl, ...options.servers()])) {
      const email = await options.account(server);
      if (email !== null) return { serverUrl: server, email: email.toLowerCase() };
    }
    return null;
  }

  const waitMs = () => Math.max(0, state.read().waitUntil - options.now());

  function open(): void {
    if (!state.read().isLocked) return;
    state.write({ isLocked: false, wrongTries: 0, waitUntil: 0 });
    options.unlocked();
  }

  function noteWrongTry(): void {
    const before = state.read();
    const wrongTries = before.wrongTries + 1;
    const steps = wrongTries - FREE_TRIES;
    const wait = steps < 0 ? 0 : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** steps);
    state.write({ ...before, wrongTries, waitUntil: options.now() + wait });
  }

  return {
    isLocked: () => state.read().isLocked,
    /** At once; opens again by itself where nobody is signed in. */
    async lock(): Promise<void> {
      if (state.read().isLocked) return;
      state.write({ ...state.read(), isLocked: true });
      options.locked();
      if (!(await holder(''))) open();
    },
    /** What a window of that server shows; null when the console is open. */
    async shownAt(serverUrl: string): Promise<ConsoleLock | null> {
      if (!state.read().isLocked) return null;
      const account = await holder(serverUrl);
      if (!account) open();
      return account && { email: account.email, isHere: account.serverUrl === serverUrl };
    },
    /** @returns whether it is open now, and else how long nobody need try again. */
    async unlock(serverUrl: string, secret: string): Promise<{ isOpen: boolean; waitSeconds: number }> {
      const account = await holder(serverUrl);
      if (!account) open();
      if (!state.read().isLocked) return { isOpen: true, waitSeconds: 0 };
      if (waitMs() === 0 && account) {
        // Before it is looked at: a console that is ended meanwhile has counted it.
        noteWrongTry();
        const { password, code } = await read(account.serverUrl, account.email);
        if ((await isProved(password, secret)) || (await isProved(code, secret))) open();
      }
      return { isOpen: !state.read().isLocked, waitSeconds: Math.ceil(waitMs() / 1_000) };
    },
    /** A sign-in goes to the server: not while a locked console waits. */
    mayAsk: () => !state.read().isLocked || state.read().wrongTries <= FREE_TRIES || waitMs() === 0,
    /** The server answered somebody who gave a password: one that it finds right is kept as a proof, and opens the lock. */
    async heardOfPassword(serverUrl: string, body: string, status: number, answer: string): Promise<void> {
      const given = typed.safeParse(parse(body));
      const told = said.safeParse(parse(answer));
      if (!given.success || !told.success) return;
      const isRight = status < 300 || saidOfRightPasswords.has(told.data.code ?? '');
      const secret = given.data.newPassword ?? given.data.password;
      const email = (told.data.data?.user.email ?? given.data.email)?.trim().toLowerCase();
      if (!isRight || !secret || !email) return;
      const account = state.read().isLocked ? await holder(serverUrl) : null;
      if (account && (account.serverUrl !== serverUrl || account.email !== email)) return;
      await keep({ serverUrl, email }, 'password', secret);
      if (account) open();
    },
    /** Opens the lock besides the password; null takes it away. */
    async setCode(serverUrl: string, code: string | null): Promise<void> {
      const email = await options.account(serverUrl);
      if (email !== null) await keep({ serverUrl, email: email.toLowerCase() }, 'code', code);
    },
    /** Somebody has logged out. */
    async forget(serverUrl: string): Promise<void> {
      known.delete(serverUrl);
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
