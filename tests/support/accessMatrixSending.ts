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

/** Every row of every other table, as text, to be compared: read in one statement, as it is done thousands of times. */
export async function readStored({ db }: ServerContext): Promise<Record<string, string[]>> {
  const models = Object.values(db.sequelize.models).filter(({ name }) => !late.has(name));
  const asText = {
    postgres: () => 't::text',
    sqlite: (columns: string[]) => columns.map((column) => `quote(t.${column})`).join(" || ',' || "),
  }[db.dialect];
  const parts = models.map(
    (model) =>
      `SELECT '${model.name}' AS name, ${asText(Object.keys(model.getAttributes()))} AS text FROM ${model.tableName} t`,
  );
  const rows = await db.readRows<{ name: string; text: string }>(parts.join(' UNION ALL '));
  const stored: Record<string, string[]> = Object.fromEntries(models.map(({ name }) => [name, []]));
  for (const { name, text } of rows) stored[name]?.push(text);
  // Neither database promises an order.
  for (const texts of Object.values(stored)) texts.sort();
  return stored;
}
