import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { UniqueConstraintError } from 'sequelize';
import { z } from 'zod';
import { loadSystemSettings } from '#server/context.ts';
import { type Database, openDatabase } from '#server/db/connection.ts';
import { buildMigrator, migrate } from '#server/db/migrate.ts';
import { DataFolderInUseError, lockDataFolder } from '#server/db/sqlite.ts';
import { type Env, readEnv, StartRefusedError } from '#server/env.ts';
import { recordAudit } from '#server/features/auditLog/record.ts';
import { createResetLink, hashPassword, requireGoodPassword } from '#server/features/auth/writes/passwords.ts';
import { createToken } from '#server/features/auth/writes/sessions.ts';
import { InvalidInputError } from '#server/http/errors.ts';
import { faultOf } from '#server/http/request.ts';
import { createLog } from '#server/observability/log.ts';
import { type AdminRole, adminRoles } from '#shared/adminRoles.ts';
import { newUserBody } from '#shared/contracts/users.ts';
import { english } from '#shared/messages.ts';

const USAGE =
  'Say who: npm run admin:create -- --email=ana@example.com --name="Ana Reyes". A password is read from standard input, or asked for; without one a link to set it is printed. --role=moderator, support or auditor makes one of fewer powers than an owner.';

/** The link is passed on by hand and lives longer than a mailed one; older links are deleted anyway. */
const LINK_HOURS = 24;
const HOUR_MS = 3_600_000;

/** Ends the command with a sentence; nothing was changed. */
class Stop extends Error {}

const person = newUserBody.pick({ name: true, email: true }).extend({
  role: z.enum(adminRoles, { error: `Must be one of ${adminRoles.join(', ')}` }).default('owner'),
});
const password = newUserBody.pick({ password: true });

/** `npm run admin:create -- --email=… --name=… [--role=…]`, with the server's environment, beside a running server or without. */
async function main(): Promise<void> {
  const given = readArguments();
  const env = readEnv(process.env);
  const draft = check(person, given);
  const db = openDatabase(env);
  try {
    await requireTables(db, env);
    if ((await db.models.User.count({ where: { email: draft.email } })) > 0) throw emailTaken(draft.email);
    const typed = process.stdin.isTTY ? await askPassword() : await readPipedPassword();
    const chosen = typed === '' ? null : check(password, { password: typed }).password;
    if (chosen) await requirePassword(db, env, chosen, draft);
    // A random, discarded password until the link is used.
    const password_hash = await hashPassword(chosen ?? createToken());
    const link = await createAdmin({ db, env, now: () => new Date() }, { ...draft, password_hash }, !chosen);
    say(`${draft.email} is an administrator now.`);
    if (link) say(`Whoever opens this link sets the password; it is good once, for ${LINK_HOURS} hours:\n${link}`);
    else say(`Sign in at ${env.publicUrl}`);
  } finally {
    await db.close();
  }
}

const say = (sentence: string) => process.stdout.write(`${sentence}\n`);

function readArguments(): z.input<typeof person> {
  try {
    const text = { type: 'string' } as const;
    const { email, name, role } = parseArgs({ options: { email: text, name: text, role: text } }).values;
    // `check` reports an unknown role.
    if (email && name) return { email, name, role: role as AdminRole | undefined };
  } catch {
    // An unknown option, or one without a value.
  }
  throw new Stop(USAGE);
}

/** @throws {Stop} with a sentence for each mistake. */
function check<Schema extends z.ZodType>(schema: Schema, values: z.input<Schema>): z.output<Schema> {
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => faultOf(issue, 'option'));
  throw new Stop(faults.map(({ path, message }) => `${path}: ${english(message)}.`).join('\n'));
}

/** @throws {Stop} with the site's own sentence. */
async function requirePassword(
  db: Database,
  env: Env,
  chosen: string,
  person: { email: string; name: string },
): Promise<void> {
  const systemSettings = await loadSystemSettings(db);
  const context = { db, env, systemSettings, log: createLog('warn', process.stderr) };
  await requireGoodPassword(context, { password: chosen, path: 'password', person }).catch((error: unknown) => {
    throw error instanceof InvalidInputError ? new Stop(error.message) : error;
  });
}

/** A running server has created the tables; otherwise this command creates them. */
async function requireTables(db: Database, { dataDir }: Env): Promise<void> {
  // The server makes a backup first; this command does not.
  const begin = async () => {
    throw new Stop('The database is of an older version. Start the server first: it upgrades it.');
  };
  if (db.dialect === 'postgres') return migrate(db, { begin });
  try {
    const release = await lockDataFolder(dataDir);
    await migrate(db, { begin }).finally(release);
  } catch (error) {
    if (!(error instanceof DataFolderInUseError)) throw error;
    if ((await buildMigrator(db).pending()).length > 0)
      throw new Stop('The server is still starting, or is of an older version. Try again once it is open.');
  }
}

const emailTaken = (email: string) => new Stop(`There is an account of ${email} already. Nothing was changed.`);

/** @returns the link that sets the password, if requested. @throws {Stop} the address is taken. */
async function createAdmin(
  context: { db: Database; env: Env; now(): Date },
  { email, name, role: admin_role, password_hash }: z.output<typeof person> & { password_hash: string },
  wantsLink: boolean,
): Promise<string | null> {
  const fields = { name, email, phone: null, role: 'admin', admin_role, status: 'active' } as const;
  const { db } = context;
  return db
    .transaction(async () => {
      const account = { ...fields, password_hash, email_verified_at: context.now() };
      const { id } = await db.models.User.create(account);
      const link = wantsLink ? await createResetLink(context, id, LINK_HOURS * HOUR_MS) : null;
      const entry = { action: 'user.create', entityType: 'user', entityId: id, after: fields };
      await recordAudit(context, { user: { id: null, name: 'admin:create' }, address: null }, entry);
      return link;
    })
    .catch((error: unknown) => {
      throw error instanceof UniqueConstraintError ? emailTaken(email) : error;
    });
}

async function askPassword(): Promise<string> {
  const first = await askUnseen('Password (leave it empty for a one-time link): ');
  if (first !== '' && first !== (await askUnseen('The same again: ')))
    throw new Stop('The two differ. Nothing was changed.');
  return first;
}

/** Asks on the terminal without showing the answer. */
async function askUnseen(question: string): Promise<string> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
  // Before the question: from here on the terminal shows no typed characters.
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true });
  process.stdout.write(question);
  try {
    return await new Promise((resolve, reject) => {
      lines.once('close', () => reject(new Stop('Nothing was changed.')));
      lines.question('').then(resolve, reject);
    });
  } finally {
    lines.close();
    process.stdout.write('\n');
  }
}

/** An open pipe without data must not block the command. */
const PIPE_SILENCE_MS = 5_000;

/** The first line of standard input; empty when there is none. */
function readPipedPassword(): Promise<string> {
  const { stdin } = process;
  return new Promise((resolve, reject) => {
    let text = '';
    const end = () => {
      clearTimeout(silence);
      stdin.destroy();
      resolve(/^[^\r\n]*/.exec(text)?.[0] ?? '');
    };
    const silence = setTimeout(() => {
      if (text === '') console.error('Nothing came from standard input, so the password is to be set by a link.');
      end();
    }, PIPE_SILENCE_MS);
    stdin.setEncoding('utf8');
    stdin.on('data', (chunk: string) => {
      text += chunk;
      silence.refresh();
      if (text.includes('\n')) end();
    });
    stdin.on('end', end);
    stdin.on('error', reject);
  });
}

main().catch((error: unknown) => {
  // Expected failures are printed as their message, without a stack.
  if (error instanceof Stop || error instanceof StartRefusedError) console.error(error.message);
  else if (/SQLITE_BUSY/.test(String(error)))
    console.error('The database is locked by another command. Nothing was changed.');
  else console.error(error);
  process.exitCode = 1;
});
