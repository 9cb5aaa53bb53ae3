import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scopeTexts, tokenScopes } from '#shared/apiAccess.ts';
import { anyBody, errorBody, errorStatus } from '#shared/contracts/common.ts';
import { english } from '#shared/messages.ts';
import { startTestServer, type TestAnswer, type TestServer } from '#tests/support/testServer.ts';

const PUBLIC_URL = 'https://homes.example';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ data: 'demo', env: { publicUrl: PUBLIC_URL } });
});
afterAll(() => server.close());

interface Operation {
  operationId: string;
  tags: string[];
  security: Record<string, string[]>[];
  responses: Record<string, { $ref?: string; content?: Record<string, { example?: { data?: unknown } }> }>;
  requestBody?: { content: Record<string, { example?: unknown }> };
  'x-access': string;
}

async function readDocument() {
  const { body } = await server.request('GET', '/api/openapi.json');
  const operations = Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, ...operation })),
  );
  return { document: body, operations };
}

describe('the description of the API', () => {
  test('names every call once, in a tag that is described, and where the server is', async () => {
    const { document, operations } = await readDocument();
    expect(operations).toHaveLength(server.routes.calls.length);
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('propertiesList');
    for (const id of ids) expect(id).toMatch(/^[a-z]+[A-Z][A-Za-z]+$/);
    const tags = document.tags.map(({ name }: { name: string }) => name);
    expect(new Set(operations.flatMap((one) => one.tags))).toEqual(new Set(tags));
    expect(document.servers).toEqual([{ url: PUBLIC_URL }]);
  });

  test('says of every call who may make it, and how it can fail', async () => {
    const { document, operations } = await readDocument();
    const schemes = Object.keys(document.components.securitySchemes);
    for (const { name, security, responses, 'x-access': access } of operations) {
      expect(security.flatMap((one) => Object.keys(one)).filter((scheme) => !schemes.includes(scheme))).toEqual(
        [],
      );
      const isOpen = security.length === 0 || security.some((one) => Object.keys(one).length === 0);
      expect(isOpen, name).toBe(access === 'anyone');
      const told = Object.keys(responses);
      if (access !== 'anyone') expect(told, name).toEqual(expect.arrayContaining(['401', '403']));
      if (name.includes('{')) expect(told, name).toContain('404');
      if (!name.startsWith('get'))
        expect(told, name).toEqual(expect.arrayContaining(['409', '413', '415', '422']));
      expect(told, name).toContain('400');
    }
    const byToken = operations.filter(({ security }) => security.some((one) => 'apiToken' in one));
    const scopes = byToken.flatMap(({ security }) => security.flatMap(({ apiToken = [] }) => apiToken));
    expect(new Set(scopes)).toEqual(new Set(tokenScopes));
  });

  test('shows failures as they are', async () => {
    const { document, operations } = await readDocument();
    const shown = document.components.responses as Record<
      string,
      { content: Record<string, { example: { code: keyof typeof errorStatus } }>; headers?: object }
    >;
    expect(Object.keys(shown)).toHaveLength(9);
    for (const { content } of Object.values(shown))
      expect(errorBody.safeParse(content['application/json']?.example)).toMatchObject({ success: true });
    for (const { name, responses } of operations)
      for (const [status, { $ref }] of Object.entries(responses)) {
        const { code } = shown[$ref?.split('/').at(-1) ?? '']?.content['application/json']?.example ?? {};
        // Codes of one cause alone have no status of their own.
        if (code && code in errorStatus) expect(errorStatus[code], `${name} ${status}`).toBe(Number(status));
      }
    expect(Object.keys(shown.TooManyRequests?.headers ?? {}).sort()).toEqual([
      'RateLimit',
      'RateLimit-Policy',
      'Retry-After',
    ]);
  });

  test('shows with every call what it takes and gives, as its contract has it', async () => {
    const { document } = await readDocument();
    const refused: string[] = [];
    for (const call of server.routes.calls) {
      const { operationId, requestBody, responses } = document.paths[call.path][call.method] as Operation;
      expect(call.body === anyBody || call.method === 'get' || requestBody !== undefined, operationId).toBe(true);
      const sent = requestBody?.content['application/json'];
      const answered = responses[String(call.status ?? 200)]?.content?.['application/json']?.example;
      if (sent && !call.body.safeParse(sent.example).success) refused.push(`what ${operationId} takes`);
      if (!call.fileType && !call.answer.safeParse(answered?.data).success)
        refused.push(`what ${operationId} gives`);
      expect(sent === undefined || JSON.stringify(sent.example) !== '{}', operationId).toBe(true);
    }
    expect(refused).toEqual([]);
  });
});

interface Documented {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** The response that the guide shows below it. */
  shown: unknown;
}

/** The request that curl would send. */
function readCurl(command: string): Omit<Documented, 'shown'> {
  const words = [...command.replace(/\\\n/g, ' ').matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare,
  );
  const after = (flag: string) => words.flatMap((word, at) => (word === flag ? [words[at + 1] ?? ''] : []));
  const [body] = after('-d');
  const headers = Object.fromEntries(
    after('-H').map((header) => {
      const [name = '', value = ''] = header.split(': ');
      return [name.toLowerCase(), value];
    }),
  );
  const path =
    words.find((word) => word?.startsWith('http://localhost:3000'))?.slice('http://localhost:3000'.length) ?? '';
  const [method = body === undefined ? 'GET' : 'POST'] = after('-X');
  return { method, path, headers, body };
}

/** Whether all that is shown is there: the same names, lists of the same things, and values of the same kind. */
function expectShape(shown: unknown, given: unknown, at: string): void {
  if (Array.isArray(shown)) {
    expect(Array.isArray(given) && given.length > 0, at).toBe(true);
    if (Array.isArray(given)) expectShape(shown[0], given[0], `${at}[0]`);
  } else if (typeof shown === 'object' && shown !== null) {
    for (const [key, value] of Object.entries(shown)) {
      expect(Object.keys(given as object), at).toContain(key);
      expectShape(value, (given as Record<string, unknown>)[key], `${at}.${key}`);
    }
  } else expect(typeof given, at).toBe(typeof shown);
}

describe('docs/api.md', () => {
  const text = readFileSync('docs/api.md', 'utf8');
  const documented = [...text.matchAll(/```sh\n(curl [\s\S]*?)```\s+```json\n([\s\S]*?)```/g)].map(
    ([, command = '', answer = '']): Documented => ({ ...readCurl(command), shown: JSON.parse(answer) }),
  );

  test('begins with calls that work on the demo as they stand, one after the other', async () => {
    expect(documented).toHaveLength((text.match(/^curl /gm) ?? []).length);
    expect(documented.slice(0, 3).map(({ method, path }) => `${method} ${path.split('?')[0]}`)).toEqual([
      'GET /api/properties',
      'POST /api/auth/login',
      'POST /api/tokens',
    ]);
    const words: Record<string, string> = {};
    const fill = (value: string) =>
      value.replace(/SESSION_TOKEN|API_TOKEN|AGENT_ID/g, (word) => words[word] ?? 'missing');
    const answers: TestAnswer[] = [];
    for (const { method, path, headers, body, shown } of documented) {
      const filled = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)]));
      const options = { headers: filled, ...(body === undefined ? {} : { body }) };
      const answer = await server.request(method, fill(path), options);
      expectShape(shown, answer.body, path);
      expect(answer.body.success, path).toBe((shown as { success: boolean }).success);
      if (path === '/api/auth/login') words.SESSION_TOKEN = answer.body.data.token;
      if (path === '/api/tokens') {
        words.API_TOKEN = answer.body.data.token;
        words.AGENT_ID = String(answer.body.data.user_id);
      }
      answers.push(answer);
    }
    const rents = answers[0]?.body.data.properties as { price: number; listing_type: string }[];
    expect(rents.filter(({ price, listing_type }) => price > 60_000 || listing_type !== 'rent')).toEqual([]);
    const created = answers[3]?.body.data;
    const { Property, Inquiry } = server.context.db.models;
    expect(await Property.findByPk(created.id)).toMatchObject({
      agent_id: Number(words.AGENT_ID),
      city: 'Makati',
    });
    const own = await Inquiry.count({ where: { agent_id: Number(words.AGENT_ID) } });
    expect(answers[4]?.body.data).toHaveLength(Math.min(10, own));
    expect(answers[5]).toMatchObject({ status: 400, body: (documented[5] as Documented).shown as object });
  });

  test('tells every scope in the words of the screen', () => {
    const told = [...text.matchAll(/^\| `(\w+:\w+)` +\| (.+?) +\|$/gm)].map(([, scope, words]) => [scope, words]);
    expect(told).toEqual(tokenScopes.map((scope) => [scope, english(scopeTexts[scope])]));
  });
});
