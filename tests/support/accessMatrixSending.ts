import type { ServerContext } from '#server/features/context.ts';
import type { Call } from '#shared/contracts/common.ts';
import type { Sent } from './accessMatrix.ts';
import { pictureForm } from './accessMatrixScene.ts';
import type { TestAnswer, TestServer } from './testServer.ts';

type Answer = Pick<TestAnswer, 'status' | 'body'>;

/** Fills a contract's path and sends its input. */
export async function sendCall(
  server: TestServer,
  { method, path, fileField, rawTypes }: Call,
  { params = {}, query = {}, body = {} }: Sent,
  token: string | undefined,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => String(params[name]));
  const address = search.size > 0 ? `${filled}?${search}` : filled;
  if (fileField) return sendFile(server.url + address, fileField, { ...bearer(token), ...headers });
  const content = method === 'get' ? {} : { body };
  const kind: Record<string, string> = rawTypes ? { 'content-type': rawTypes[0] } : {};
  return server.request(method.toUpperCase(), address, { token, headers: { ...kind, ...headers }, ...content });
}

const bearer = (token: string | undefined): Record<string, string> =>
  token ? { authorization: `Bearer ${token}` } : {};

async function sendFile(url: string, fileField: string, headers: Record<string, string>) {
  const response = await fetch(url, { method: 'POST', body: await pictureForm(fileField), headers });
  return { status: response.status, body: await response.json() };
}

/** Tables written after the answer to an earlier call, by listeners of events. */
const late = new Set([
  'Notification',
  'Job',
  'OutgoingMail',
  'PictureFingerprint',
  'ListingPicture',
  'ComparedListing',
  'DuplicatePair',
  'FraudSignal',
  // One challenge is one try, whatever the result of the call.
  'SignInChallenge',
]);

type Stored = Record<string, string[]>;

/** Every row of every other table, as comparable text: read in one statement. */
async function readStored({ db }: ServerContext): Promise<Stored> {
  const models = Object.values(db.sequelize.models).filter(({ name }) => !late.has(name));
  const asText = {
    postgres: (_columns: string[], left: string | null) => (left ? `(to_jsonb(t) - '${left}')::text` : 't::text'),
    sqlite: (columns: string[], left: string | null) =>
      columns.flatMap((column) => (column === left ? [] : [`quote(t.${column})`])).join(" || ',' || "),
  }[db.dialect];
  const parts = models.map((model) => {
    // Any call of a session that went unused for a minute writes it.
    const left = model.name === 'Session' ? 'last_used_at' : null;
    return `SELECT '${model.name}' AS name, ${asText(Object.keys(model.getAttributes()), left)} AS text FROM ${model.tableName} t`;
  });
  const rows = await db.readRows<{ name: string; text: string }>(parts.join(' UNION ALL '));
  const stored: Stored = Object.fromEntries(models.map(({ name }) => [name, []]));
  for (const { name, text } of rows) stored[name]?.push(text);
  // Neither database promises an order.
  for (const texts of Object.values(stored)) texts.sort();
  return stored;
}

const MAX_TOLD = 5;

/** For each differing table: the number of rows before and after, and some rows of only one reading. */
function differencesOf(before: Stored, after: Stored): string[] {
  return Object.entries(before).flatMap(([table, old]) => {
    const now = after[table] ?? [];
    if (old.join('\n') === now.join('\n')) return [];
    const [known, left] = [new Set(old), new Set(now)];
    const gone = old.filter((text) => !left.has(text)).map((text) => `- ${text}`);
    const come = now.filter((text) => !known.has(text)).map((text) => `+ ${text}`);
    return [`${table}: ${old.length} rows, then ${now.length}`, ...[...gone, ...come].slice(0, MAX_TOLD)];
  });
}

/** A request that must leave every row as it is. */
export interface Attempt {
  /** The name of the request, for failures. */
  name: string;
  send(): Promise<Answer>;
  /** Further expectations of its answer. */
  check(answer: Answer): void;
}

/**
 * Sends the requests one after another between two readings of all rows. If these differ, each is sent again between
 * two readings of its own, to find the request that changed them.
 * @returns the changes, with the names of the requests; empty without changes.
 */
export async function changesOf({ context }: TestServer, attempts: readonly Attempt[]): Promise<string[]> {
  const changesDuring = async (work: () => Promise<void>) => {
    const before = await readStored(context);
    await work();
    return differencesOf(before, await readStored(context));
  };
  const changed = await changesDuring(async () => {
    for (const { send, check } of attempts) check(await send());
  });
  if (changed.length === 0) return [];
  const found: string[] = [];
  for (const { name, send } of attempts) {
    const again = await changesDuring(async () => void (await send()));
    if (again.length > 0) found.push([name, ...again].join('\n'));
  }
  // The record to change may be gone.
  return found.length > 0 ? found : [['one of these', ...attempts.map(({ name }) => name), ...changed].join('\n')];
}
