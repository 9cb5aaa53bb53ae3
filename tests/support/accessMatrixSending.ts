import type { ServerContext } from '#server/features/context.ts';
import type { Call } from '#shared/contracts/common.ts';
import type { Sent } from './accessMatrix.ts';
import { pictureForm } from './accessMatrixScene.ts';
import type { TestAnswer, TestServer } from './testServer.ts';

/** Fills a contract's path and sends what it asks for. */
export async function sendCall(
  server: TestServer,
  { method, path, fileField }: Call,
  { params = {}, query = {}, body = {} }: Sent,
  token: string | undefined,
  headers: Record<string, string> = {},
): Promise<Pick<TestAnswer, 'status' | 'body'>> {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => String(params[name]));
  const address = search.size > 0 ? `${filled}?${search}` : filled;
  if (fileField) return sendFile(server.url + address, fileField, { ...bearer(token), ...headers });
  const content = method === 'get' ? {} : { body };
  return server.request(method.toUpperCase(), address, { token, headers, ...content });
}

const bearer = (token: string | undefined): Record<string, string> =>
  token ? { authorization: `Bearer ${token}` } : {};

async function sendFile(url: string, fileField: string, headers: Record<string, string>) {
  const response = await fetch(url, { method: 'POST', body: await pictureForm(fileField), headers });
  return { status: response.status, body: await response.json() };
}

/** Written after the answer to an earlier call, by those who listen to what happened. */
const late = new Set([
  'Notification',
  'Job',
  'OutgoingMail',
  'PictureFingerprint',
  'ListingPicture',
  'ComparedListing',
  'DuplicatePair',
  'FraudSignal',
  // One challenge is one try, whatever becomes of the call.
  'SignInChallenge',
]);

/** Every row of every other table, to be compared. */
export async function readStored({ db }: ServerContext): Promise<Record<string, string[]>> {
  const models = Object.values(db.sequelize.models).filter(({ name }) => !late.has(name));
  const tables = models.map(async ({ name, tableName }) => {
    const rows = await db.readRows<object>(`SELECT * FROM ${tableName}`);
    // Neither database promises an order.
    return [name, rows.map((row) => JSON.stringify(row)).toSorted()] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
}
