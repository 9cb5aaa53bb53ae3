import type { ServerContext } from '#server/context.ts';
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
): Promise<Pick<TestAnswer, 'status' | 'body'>> {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => String(params[name]));
  const address = search.size > 0 ? `${filled}?${search}` : filled;
  if (fileField) return sendFile(server.url + address, fileField, token);
  return server.request(method.toUpperCase(), address, { token, ...(method === 'get' ? {} : { body }) });
}

async function sendFile(url: string, fileField: string, token: string | undefined) {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const response = await fetch(url, { method: 'POST', headers, body: await pictureForm(fileField) });
  return { status: response.status, body: await response.json() };
}

/** Written after the answer to an earlier call, by those who listen to what happened. */
const late = new Set(['Notification', 'OutgoingMail']);

/** Every row of every other table, to be compared. */
export async function readStored({ db }: ServerContext): Promise<Record<string, unknown[]>> {
  const models = Object.entries(db.models).filter(([name]) => !late.has(name));
  const tables = await Promise.all(
    models.map(async ([name, model]) => [name, await readAll(model)] as const),
  );
  return Object.fromEntries(tables);
}

type AnyModel = ServerContext['db']['models'][keyof ServerContext['db']['models']];

async function readAll(model: AnyModel): Promise<unknown[]> {
  const rows: object[] = await model.findAll({ raw: true });
  // Neither database promises an order.
  return rows.map((row) => JSON.stringify(row)).toSorted();
}
