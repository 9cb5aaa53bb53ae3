import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Call } from '#shared/contracts/common.ts';
import { type Caller, nameOf, placeholdersOf, type Sent } from '#tests/support/accessMatrix.ts';
import { fitting, hostile, pick, type Random, randomFrom, type Shape, spoil, texts, writeJson } from './values.ts';

export interface HostileRequest {
  /** Names it within its seed: call, caller and number. */
  name: string;
  call: Call;
  caller: Caller;
  method: string;
  /** As in the request line. */
  path: string;
  headers: Record<string, string | string[]>;
  body: Buffer | undefined;
}

interface Shapes {
  query: Shape;
  body: Shape;
}

const known = new Map<Call, Shapes>();

function shapesOf(call: Call): Shapes {
  const shapes = known.get(call) ?? { query: shapeOf(call.query), body: shapeOf(call.body) };
  known.set(call, shapes);
  return shapes;
}

const shapeOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;

interface Draft {
  method: string;
  path: string;
  /** Encoded already. */
  query: string;
  headers: Record<string, string | string[]>;
  body: Buffer | undefined;
}

type Twist = (draft: Draft, call: Call, sent: Sent, random: Random) => void;

/**
 * One request to a call, made of the seed and its name alone: the one that the access matrix expects, twisted in
 * one or several ways. @param sent the request of the matrix. @param isWhole sent as it is.
 */
export function buildRequest(
  seed: string,
  about: {
    call: Call;
    caller: Caller;
    number: number;
    sent: Sent;
    token: string | undefined;
    isWhole: boolean;
  },
): HostileRequest {
  const { call, caller, number, sent, token, isWhole } = about;
  const name = `${nameOf(call)} as ${caller}, ${number}`;
  const random = randomFrom(`${seed}\n${name}`);
  const draft: Draft = {
    method: call.method.toUpperCase(),
    path: fillPath(call, sent),
    query: new URLSearchParams(
      Object.entries(sent.query ?? {}).map(([key, value]) => [key, String(value)]),
    ).toString(),
    headers: token ? { authorization: `Bearer ${token}` } : {},
    body: undefined,
  };
  if (call.fileField) setMultipart(draft, multipart(call.fileField, 'a.png', 'image/png', PIXEL));
  else if (call.method !== 'get') setJson(draft, writeJson(sent.body ?? {}));
  if (!isWhole) for (const twist of twistsFor(call, random)) twist(draft, call, sent, random);
  const { method, path, query, headers, body } = draft;
  return { name, call, caller, method, path: query ? `${path}?${query}` : path, headers, body };
}

function fillPath({ path }: Call, { params = {} }: Sent): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(params[name] ?? 1)));
}

function twistsFor(call: Call, random: Random): Twist[] {
  const hasBody = call.method !== 'get';
  const fields = call.fileField ? spoilFile : spoilBody;
  const ways: [number, Twist][] = [
    [hasBody ? 5 : 0, fields],
    [hasBody && !call.fileField ? 3 : 0, replaceBody],
    [hasBody ? 2 : 0, spoilContentType],
    [call.path.includes('{') ? 3 : 0, spoilParams],
    [hasBody ? 1 : 5, spoilQuery],
    [1, spoilPath],
    [1, spoilMethod],
    [2, spoilHeaders],
    [hasBody ? 1 : 0, spoilEncoding],
  ];
  const bag = ways.flatMap(([weight, twist]) => Array<Twist>(weight).fill(twist));
  return random() < 0.3 ? [pick(random, bag), pick(random, bag)] : [pick(random, bag)];
}

function setJson(draft: Draft, text: string): void {
  draft.headers['content-type'] = 'application/json';
  draft.body = Buffer.from(text);
}

const spoilBody: Twist = (draft, call, { body = {} }, random) => {
  const shape = shapesOf(call).body;
  const start = random() < 0.5 ? body : fitting(shape, random);
  setJson(draft, writeJson(withoutMail(spoil(start, shape, random, pick(random, [0.15, 0.4, 0.9])))));
};

/** Tests dial no server: the mail service stays off with all other settings. */
function withoutMail(value: unknown): unknown {
  const { settings } = (value ?? {}) as { settings?: { smtpEnabled?: unknown } };
  if (settings?.smtpEnabled === true) settings.smtpEnabled = 1;
  return value;
}

const MEGABYTE = 1024 * 1024;
const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);

/** Made at first use; some are large. */
const bodies: (() => string | Buffer)[] = [
  () => '',
  () => ' ',
  () => 'null',
  () => 'true',
  () => '0',
  () => '-',
  () => '"text"',
  () => '[]',
  () => '[{}]',
  () => '{',
  () => '}',
  () => '{"a":}',
  () => "{'a': 1}",
  () => '{"a":1,}',
  () => '{"a":1}{"b":2}',
  () => '{"a":1e400,"b":-1e400}',
  () => '{"a":NaN}',
  () => '{"a":"\\ud800"}',
  () => '{"a":"\\u0000"}',
  () => '\ufeff{}',
  () => '{"__proto__":null}',
  () => '{"__proto__":{"__proto__":[]},"constructor":{"prototype":1}}',
  () => nested(20_000, '[', ']'),
  () => nested(20_000, '{"a":', '}').replace(':}', ':1}'),
  () => `{"a":${nested(200_000, '[', ']')}}`,
  () => `{${'"a":1,'.repeat(20_000)}"a":2}`,
  () => `{${Array.from({ length: 5_000 }, (_, at) => `"k${at}":${at}`).join()}}`,
  () => JSON.stringify({ message: 'x'.repeat(MEGABYTE - 100) }),
  () => JSON.stringify({ name: 'x'.repeat(MEGABYTE + 100) }),
  () => `[${'0,'.repeat(100_000)}0]`,
  () => Buffer.from('{"name":"x"}', 'utf16le'),
  () => Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0xc0, 0x80, 0x22, 0x7d]),
  () => Buffer.from([0, 1, 2, 3, 255]),
  () => 'name=x&email=y',
];

const replaceBody: Twist = (draft, _call, { body = {} }, random) => {
  const again = random() < 0.3;
  const chosen = pick(random, bodies)();
  const text = again ? doubled(writeJson(body), random) : chosen;
  setJson(draft, '');
  draft.body = typeof text === 'string' ? Buffer.from(text) : text;
  if (random() < 0.3) draft.headers['idempotency-key'] = `hostile-${Math.floor(random() * 1e9)}`;
};

/** Each name twice: the second value counts for some readers, the first for others. */
function doubled(json: string, random: Random): string {
  if (!json.startsWith('{') || json === '{}') return '{"id":1,"id":2}';
  const names = Object.keys(JSON.parse(json) as object);
  const more = names.map((name) => `${JSON.stringify(name)}:${writeJson(hostile({}, random))}`);
  return `${json.slice(0, -1)},${more.join()}}`;
}

const contentTypes = [
  null,
  '',
  'application/json; charset=utf-16',
  'application/json; charset=utf-7',
  'application/json; charset=latin1',
  'application/json; charset=nonsense',
  'application/json; charset="',
  'application/json;;;',
  'APPLICATION/JSON',
  'application/ld+json',
  'application/csp-report',
  'application/x-www-form-urlencoded',
  'text/plain',
  'text/html',
  'application/xml',
  'application/octet-stream',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${'b'.repeat(300)}`,
  'application/json, text/html',
  'application/jsn',
  'text/json',
  'application/json charset=utf-8',
  `application/json; ${'a=b; '.repeat(1_000)}`,
  'image/png',
  '*/*',
  '/',
  'json',
];

const spoilContentType: Twist = (draft, _call, _sent, random) => {
  const type = pick(random, contentTypes);
  if (type === null) delete draft.headers['content-type'];
  else draft.headers['content-type'] = type;
};

const encodings = ['gzip', 'deflate', 'br', 'zstd', 'identity', 'gzip, gzip', 'x-nonsense', '', 'GZIP'];

const spoilEncoding: Twist = (draft, _call, _sent, random) => {
  draft.headers['content-encoding'] = pick(random, encodings);
  const way = random();
  if (way < 0.3) draft.body = gzipSync(draft.body ?? '');
  else if (way < 0.4) draft.body = gzipSync(Buffer.alloc(8 * MEGABYTE, ' '));
  else if (way < 0.5) draft.body = gzipSync(draft.body ?? '').subarray(0, 12);
};

const paths = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '0x1',
  '%20',
  '%00',
  '1%00',
  '%0d%0aSet-Cookie:%20x=1',
  '2147483647',
  '2147483648',
  '9007199254740993',
  '99999999999999999999999999',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e',
  '%252e%252e%252f',
  '..;',
  '%',
  '%zz',
  '%c0%ae%c0%ae',
  '%ed%a0%80',
  '%ff',
  'null',
  'undefined',
  'NaN',
  '__proto__',
  'constructor',
  'toString',
  'user-0',
  'user-2147483648',
  'inquiry-1',
  "1'--",
  encodeURIComponent("1' OR '1'='1"),
  encodeURIComponent('<script>alert(1)</script>'),
  encodeURIComponent('\u202e🏠'),
  '٣',
  'a'.repeat(4_000),
  '*',
  ':id',
  '{id}',
  '1,2',
  '1;x=y',
].map((text) => (/^[\x21-\x7e]*$/.test(text) ? text : encodeURIComponent(text)));

const spoilParams: Twist = (draft, call, { params = {} }, random) => {
  const all = random() < 0.3;
  const chosen = pick(random, placeholdersOf(call));
  draft.path = call.path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    all || name === chosen ? pick(random, paths) : encodeURIComponent(String(params[name] ?? 1)),
  );
};

const everyQuery = [
  'page',
  'limit',
  'search',
  'q',
  'sort',
  'order',
  'status',
  'before',
  'from',
  'to',
  'ids',
  'bounds',
  '__proto__',
  'constructor',
  'page[]',
  'page[$gt]',
  '',
];

const spoilQuery: Twist = (draft, call, _sent, random) => {
  const { properties = {} } = shapesOf(call).query;
  const names = Object.keys(properties);
  const count = 1 + Math.floor(random() * 4);
  const pairs = Array.from({ length: count }, () => {
    const name = names.length > 0 && random() < 0.8 ? pick(random, names) : pick(random, everyQuery);
    const shape = properties[name] ?? {};
    const value = random() < 0.3 ? fitting(shape, random) : hostile(shape, random);
    return `${encodeQuery(name, random)}=${encodeQuery(typeof value === 'string' ? value : writeJson(value), random)}`;
  });
  if (random() < 0.2) pairs.push(...pairs);
  if (random() < 0.05) pairs.push(...Array.from({ length: 2_000 }, (_, at) => `a${at}`));
  if (random() < 0.1)
    pairs.push(pick(random, ['%', '%zz=%', '&&&', '=', '%00=%00', 'page', '%ff=%fe', '?page=1']));
  draft.query = pairs.join('&').slice(0, MAX_QUERY);
};

/** Node refuses headers of more than 16 KB in all before any of our code sees them. */
const MAX_QUERY = 12_000;

function encodeQuery(text: string, random: Random): string {
  // A lone surrogate has no encoding; its three bytes are sent all the same.
  const parts = [...text.slice(0, 4_000)].map((sign) =>
    /^[\ud800-\udfff]$/.test(sign) ? '%ed%a0%80' : encodeURIComponent(sign),
  );
  const encoded = parts.join('');
  return random() < 0.05 ? encoded.replaceAll('%', '%25') : encoded;
}

const pathTwists: ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.replace('/api/', '/api//'),
  (path) => path.replace('/api/', '/api/./'),
  (path) => path.replace('/api/', '/x/../api/'),
  (path) => path.replace('/api/', '/api/%2e%2e/api/'),
  (path) => path.replace('/api/', '/%61pi/'),
  (path) => path.replace('/api/', '/api%2f'),
  (path) => path.replace('/api/', '/API/'),
  (path) => path.replace('/api/', '/api\\'),
  (path) => `${path}%2f`,
  (path) => `${path}%00`,
  (path) => `${path}%0d%0aX:%20y`,
  (path) => `${path};a=b`,
  (path) => `${path}/..`,
  (path) => `${path}/../../../etc/passwd`,
  (path) => `${path}#fragment`,
  (path) => `${path}.json`,
  (path) => `${path}/${'a/'.repeat(1_000)}`,
  (path) => `${path}%`,
  (path) => `${path}\u00ff`,
  (path) => `http://elsewhere.example${path}`,
  (path) => `//elsewhere.example${path}`,
];

const spoilPath: Twist = (draft, _call, _sent, random) => {
  draft.path = pick(random, pathTwists)(draft.path);
};

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'LOCK'];

const spoilMethod: Twist = (draft, _call, _sent, random) => {
  draft.method = pick(random, methods);
};

const JUNK_TOKEN = 'A'.repeat(43);
const junkHeaders: Record<string, string | string[]>[] = [
  { authorization: '' },
  { authorization: 'Bearer' },
  { authorization: 'Bearer ' },
  { authorization: `Bearer ${JUNK_TOKEN}` },
  { authorization: `Bearer ${JUNK_TOKEN} x` },
  { authorization: `bearer    ${JUNK_TOKEN}` },
  { authorization: `Bearer ${'a'.repeat(8_000)}` },
  { authorization: "Bearer ' OR 1=1 --" },
  { authorization: 'Bearer null' },
  { authorization: 'Basic YWRtaW46YWRtaW4=' },
  { authorization: 'Bearer \u00ff\u00fe' },
  { 'if-none-match': '*' },
  { 'if-none-match': 'W/"x", "y", z' },
  { 'if-none-match': '"'.repeat(500) },
  { 'if-modified-since': 'yesterday' },
  { range: 'bytes=0-0' },
  { range: 'bytes=-1,5-3,99999999999999999999-' },
  { range: 'x' },
  { 'if-match': '"x", *' },
  { 'if-unmodified-since': '-1' },
  { 'x-challenge-solution': 'e30.e30' },
  { 'x-challenge-solution': '%00'.repeat(2_000) },
  { 'x-device-id': '__proto__-constructor' },
  { 'x-device-id': ['a', 'b'] },
  { 'sec-purpose': 'prefetch;prerender', purpose: ['x', 'prefetch'] },
  { 'content-length': '0' },
  { 'idempotency-key': '' },
  { 'idempotency-key': 'short' },
  { 'idempotency-key': "x'; DROP TABLE users; --" },
  { 'idempotency-key': 'k'.repeat(65) },
  { 'idempotency-key': '__proto__constructor' },
  { 'accept-encoding': 'gzip;q=nonsense, *;q=0' },
  { 'accept-encoding': 'identity;q=0, *;q=0' },
  { 'accept-encoding': 'br, zstd' },
  { 'accept-language': 'x-klingon, *;q=0.1, en;q=nonsense' },
  { 'accept-language': 'fil-PH,'.repeat(500) },
  { accept: 'text/html' },
  { accept: '///' },
  { host: 'elsewhere.example' },
  { host: '' },
  { origin: 'https://elsewhere.example' },
  { origin: 'null', referer: 'javascript:alert(1)' },
  { 'x-forwarded-for': '127.0.0.1, ::1, nonsense' },
  { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'elsewhere.example' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-request-id': "'; --\t<script>" },
  { traceparent: '00-ffffffffffffffffffffffffffffffff-zz-01' },
  { cookie: `a=${'b'.repeat(4_000)}; __proto__=1; =;;` },
  { 'user-agent': '' },
  { 'user-agent': '\u00ff<script>'.repeat(100) },
  { expect: '200-nonsense' },
  { 'content-language': texts.find((text) => /^[\x20-\x7e]+$/.test(text)) ?? 'x' },
];

const spoilHeaders: Twist = (draft, _call, _sent, random) => {
  Object.assign(draft.headers, pick(random, junkHeaders));
};

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface Multipart {
  boundary: string;
  body: Buffer;
}

function multipart(field: string, fileName: string, type: string, bytes: Buffer): Multipart {
  const boundary = 'hostile-boundary';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`;
  return {
    boundary,
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

function setMultipart(draft: Draft, { boundary, body }: Multipart): void {
  draft.headers['content-type'] = `multipart/form-data; boundary=${boundary}`;
  draft.body = body;
}

const files: Buffer[] = [
  Buffer.alloc(0),
  Buffer.from('GIF89a'),
  PIXEL.subarray(0, 40),
  Buffer.concat([PIXEL, Buffer.alloc(1_000, 7)]),
  Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  Buffer.from('<?php echo 1; ?>'),
  Buffer.from('\xff\xd8\xff\xe0 no picture', 'latin1'),
  Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1'),
  PIXEL,
];

/** A part less, a name wrong, a header too long, an end that is missing. */
const spoilFile: Twist = (draft, { fileField = '' }, _sent, random) => {
  const name = pick(random, [fileField, '', '__proto__', 'other', `${fileField}[]`, 'x'.repeat(2_000)]);
  const fileName = pick(random, [
    'a.png',
    '',
    '../../a.png',
    'a\\"b.png',
    '\u202egnp.exe',
    'x'.repeat(5_000),
    'a%00.png',
  ]);
  const type = pick(random, ['image/png', 'text/html', '', 'image/svg+xml', 'x'.repeat(500)]);
  const form = multipart(name, fileName, type, pick(random, files));
  const part = form.body.subarray(0, form.body.lastIndexOf(`\r\n--${form.boundary}`) + 2);
  const ends: Buffer[] = [
    form.body,
    form.body.subarray(0, form.body.length - 6),
    form.body.subarray(0, 30),
    Buffer.concat([part, form.body]),
    Buffer.concat(Array.from({ length: 300 }, () => part)),
    Buffer.from(`--${form.boundary}--\r\n`),
    Buffer.from(`--${form.boundary}\r\n\r\n\r\n--${form.boundary}--`),
    Buffer.from(form.body.toString('latin1').replaceAll('\r\n', '\n'), 'latin1'),
    Buffer.from(`--${form.boundary}\r\nContent-Disposition: form-data; ${'a=b; '.repeat(4_000)}\r\n\r\nx`),
  ];
  setMultipart(draft, { ...form, body: pick(random, ends) });
};
