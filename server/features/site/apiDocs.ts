import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ApiRoutes } from '#server/http/routing.ts';
import { adminAbilities } from '#shared/adminRoles.ts';
import { scopeTexts, tokenScopes } from '#shared/apiAccess.ts';
import { apiToken } from '#shared/contracts/accountSecurity.ts';
import { user } from '#shared/contracts/auth.ts';
import {
  type BodyLimit,
  type Call,
  challenge,
  type ErrorBody,
  type ErrorCode,
  errorBody,
  pagination,
} from '#shared/contracts/common.ts';
import { conversation, message } from '#shared/contracts/conversations.ts';
import { inquiry } from '#shared/contracts/inquiries.ts';
import { notification } from '#shared/contracts/notifications.ts';
import { property } from '#shared/contracts/properties.ts';
import { savedSearch } from '#shared/contracts/savedSearches.ts';
import { viewing } from '#shared/contracts/viewings.ts';
import { english, type Message, msg } from '#shared/messages.ts';
import { escapeHtml } from '#shared/writtenText.ts';
import { exampleOf, type JsonSchema } from './apiExamples.ts';

type JsonObject = Record<string, unknown>;

interface ApiSite {
  siteName: string;
  /** Without a trailing slash. */
  publicUrl: string;
}

/** The OpenAPI 3.1 document, written from the same contracts that check the calls. */
export function buildOpenApi(
  { calls, operationIds }: Pick<ApiRoutes, 'calls' | 'operationIds'>,
  { siteName, publicUrl }: ApiSite,
): JsonObject {
  const paths: Record<string, JsonObject> = {};
  const known = sharedSchemas();
  for (const call of calls) {
    const methods = paths[call.path] ?? {};
    methods[call.method] = describeCall(call, operationIds.get(call) ?? '', known);
    paths[call.path] = methods;
  }
  const used = new Set(calls.map(tagOf));
  return {
    openapi: '3.1.0',
    info: {
      title: `${siteName} API`,
      version: '1.0.0',
      description:
        'Homes for sale and for rent in Metro Manila. Answers are `{"success": true, "data": …}`, failures `{"success": false, "error": "a sentence for people", "code": "stable_id"}`: programs go by `code`. Within version 1 fields and calls are added, never taken away.',
      contact: { name: siteName, url: `${publicUrl}/about` },
      license: { name: 'Proprietary', url: `${publicUrl}/terms` },
    },
    servers: [{ url: publicUrl }],
    tags: Object.entries(tags).flatMap(([name, description]) => (used.has(name) ? [{ name, description }] : [])),
    components: {
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token that a sign-in answers (`POST /api/auth/login`). It may do what its owner may.',
        },
        apiToken: {
          type: 'http',
          scheme: 'bearer',
          description: `A personal API token of an agent (\`POST /api/tokens\`), which begins with \`silong_pat_\`. It may do what its scopes name: ${tokenScopes.map((scope) => `\`${scope}\` (${english(scopeTexts[scope])})`).join('; ')}.`,
        },
      },
      schemas: { Error: schemaOf(errorBody, 'output'), ...known },
      headers: limitHeaders,
      parameters: { IdempotencyKey: idempotencyKey },
      responses: Object.fromEntries(
        Object.values(failures).map(({ name, ...failure }) => [name, answerTo(failure)]),
      ),
    },
    paths,
  };
}

const limitHeaders = {
  RateLimit: {
    description:
      'For each limit what remains of it (r), and in how many seconds it is whole again (t): draft-ietf-httpapi-ratelimit-headers-10.',
    schema: { type: 'string' },
    example: '"perAddress";r=299;t=60',
  },
  'RateLimit-Policy': {
    description: 'For each limit how many requests (q) it allows within how many seconds (w).',
    schema: { type: 'string' },
    example: '"perAddress";q=300;w=60',
  },
};

const toLimitHeaders = Object.fromEntries(
  Object.keys(limitHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Chosen by the client for one change, so that it can be sent again when no answer came: it is made once, and the second answer is 409 `already_applied`.',
  schema: { type: 'string', pattern: '^[\\w-]{8,64}$' },
  example: 'order-2026-03-18-0001',
};

interface Failure {
  name: string;
  description: string;
  example: ErrorBody;
  headers?: JsonObject;
}

const failure = (kind: ErrorCode, error: Message, more: Partial<ErrorBody> = {}): ErrorBody => ({
  success: false,
  error: english(error),
  code: kind,
  ...more,
});

/** Failures of a call by its caller or input. */
const failures = {
  400: {
    name: 'BadRequest',
    description: 'What was sent is not what the call takes (`issues` names each field), or cannot be read at all.',
    example: failure('invalid_input', msg('{field} is required', { field: 'name' }), {
      issues: [{ path: 'name', message: english('{field} is required', { field: 'name' }) }],
    }),
  },
  401: {
    name: 'Unauthorized',
    description:
      'Nobody is signed in, or what was sent to say who it is is no longer good (`session_expired`, `invalid_token`).',
    example: failure('unauthorized', msg('Please log in to continue')),
  },
  403: {
    name: 'Forbidden',
    description:
      'It is not for this caller: another role is needed, or another scope of the API token (`token_scope`), or a fresh proof of who it is (`confirm_identity`).',
    example: failure('forbidden', msg('You are not allowed to do this')),
  },
  404: {
    name: 'NotFound',
    description: 'There is no such thing, or the caller may not know of it.',
    example: failure('not_found', msg('Property not found')),
  },
  409: {
    name: 'Conflict',
    description: 'It does not go with what is there by now, or was done already (`already_applied`).',
    example: failure('conflict', msg('This already exists')),
  },
  413: {
    name: 'ContentTooLarge',
    description: 'More was sent than the call takes.',
    example: failure('payload_too_large', msg('The request is too large')),
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'What was sent is not of a kind that the call takes.',
    example: failure('unsupported_media_type', msg('This content type is not supported here')),
  },
  422: {
    name: 'UnprocessableContent',
    description:
      'It is well formed, but cannot be done: the idempotency key was used for another change (`idempotency_key_reused`), or the file has rows that cannot be imported (`import_refused`).',
    example: failure(
      'unprocessable',
      msg('This {header} was used for another request', { header: 'Idempotency-Key' }),
      { code: 'idempotency_key_reused', values: { header: 'Idempotency-Key' } },
    ),
  },
  429: {
    name: 'TooManyRequests',
    description: 'More than a limit allows. `Retry-After` says in how many seconds to try again.',
    example: failure(
      'too_many_requests',
      msg('Too many requests. Please try again in {seconds, plural, one {# second} other {# seconds}}.', {
        seconds: 12,
      }),
      { values: { seconds: 12 } },
    ),
    headers: {
      'Retry-After': { description: 'Seconds', schema: { type: 'integer', minimum: 1 } },
      ...toLimitHeaders,
    },
  },
} satisfies Record<number, Failure>;

const answerTo = ({ description, example, headers }: Omit<Failure, 'name'>) => ({
  description,
  ...(headers ? { headers } : {}),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example } },
});

/** The failures of a call by its facts, and those of its contract; others are under `default`. */
export function failureStatuses(call: Call): number[] {
  const isChange = call.method !== 'get';
  const isNamed = call.path.includes('{');
  const isClosed = call.access !== 'anyone';
  const possible: Record<keyof typeof failures, boolean> = {
    400: true,
    401: isClosed,
    // Every call with access control may be made with an API token of the wrong scope.
    403: isClosed,
    404: isNamed,
    409: isChange,
    413: isChange,
    415: isChange,
    422: isChange,
    429: call.rateLimit === 'perCaller' || call.budget !== undefined,
  };
  const added: readonly number[] = call.failures ?? [];
  return Object.entries(possible).flatMap(([status, isPossible]) =>
    isPossible || added.includes(Number(status)) ? [Number(status)] : [],
  );
}

function failuresOf(call: Call): JsonObject {
  const own = Object.entries(failures).filter(([status]) => failureStatuses(call).includes(Number(status)));
  return Object.fromEntries(own.map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]));
}

/** The description of each first path segment. */
const tags: Record<string, string> = {
  admin: 'Running the marketplace: for administrators.',
  agents: 'Agents, their profiles, inquiries, reviews, clients and figures.',
  attachments: 'Private files of messages and inquiries.',
  auth: 'Accounts, signing in and what secures it. Closed to API tokens.',
  buildings: 'Buildings and what is known of them.',
  conversations: 'Messages between people and agents.',
  desk: 'The agent’s working day: the queue of clients, working hours and advice.',
  favorites: 'Listings that somebody keeps.',
  feeds: 'The agent’s own listings as files that other programs read.',
  health: 'Whether the server runs.',
  inbound: 'Emails that a mail provider passes on.',
  inquiries: 'Inquiries that the caller has sent.',
  layers: 'Layers of the map.',
  lists: 'Listings that several people look at together.',
  market: 'What homes cost in an area.',
  notifications: 'What the bell tells.',
  office: 'The office of the agent who calls.',
  offices: 'Offices as the public sees them.',
  places: 'Stations, schools, malls and other places that people search homes near to.',
  privacy: 'One’s own data, and having it erased.',
  properties: 'Listings: searching, reading and writing them.',
  push: 'Notices on devices.',
  ready: 'Whether the server can answer.',
  'saved-searches': 'Searches that tell what comes to them.',
  search: 'Suggestions and the quick search.',
  settings: 'Personal settings.',
  site: 'The site’s name and what is open on it.',
  slots: 'Times for a viewing that an agent offers by a link.',
  tokens: 'Personal API tokens, with which programs make calls for an agent.',
  uploads: 'Pictures.',
  viewings: 'Viewings of listings.',
  webhooks: 'Addresses that are told of inquiries, viewings and listings. Closed to API tokens.',
};

const tagOf = ({ path }: Call) => path.split('/')[2] ?? '';

function securityOf({ access, scope }: Call): JsonObject[] {
  const byToken = scope ? [{ apiToken: [scope] }] : [];
  if (access === 'anyone') return scope ? [{}, { session: [] }, ...byToken] : [];
  return [{ session: [] }, ...byToken];
}

function tokenSentence({ access, scope }: Call): string {
  if (!scope) return '';
  return access === 'anyone'
    ? ` An API token with the scope \`${scope}\` is answered as its owner is, another one as nobody is.`
    : ` An API token needs the scope \`${scope}\`.`;
}

function describeCall(call: Call, operationId: string, known: Record<string, JsonSchema>): JsonObject {
  const bodySchema = call.method === 'get' ? {} : schemaOf(call.body, 'input');
  const answerSchema = schemaOf(call.answer, 'output');
  const example = { ...examplesOf(bodySchema, answerSchema, known, tagOf(call)), ...call.example };
  const takesBody = ['properties', 'anyOf', 'oneOf'].some((key) => key in bodySchema);
  const parameters = [...parametersOf(call.params, 'path'), ...parametersOf(call.query, 'query')];
  const takesKey = call.method !== 'get';
  const answer = {
    type: 'object',
    properties: { success: { const: true }, data: answerSchema },
    required: ['success', 'data'],
  };
  const shown = { success: true, data: example.answer };
  return {
    operationId,
    summary: call.summary,
    description: `For ${callersOf(call)}.${tokenSentence(call)}`,
    tags: [tagOf(call)],
    security: securityOf(call),
    'x-access': call.access,
    ...(call.ability ? { 'x-admin-roles': adminAbilities[call.ability] } : {}),
    parameters: [...parameters, ...(takesKey ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : [])],
    ...(takesBody ? { requestBody: jsonBody(bodySchema, call.bodyLimit, example.body) } : {}),
    ...(call.fileField ? { requestBody: { required: true, content: multipart(call.fileField) } } : {}),
    ...(call.rawTypes ? { requestBody: { required: true, content: rawContent(call.rawTypes) } } : {}),
    responses: {
      [call.status ?? 200]: {
        description: 'Success',
        ...(call.rateLimit === 'perCaller' ? { headers: toLimitHeaders } : {}),
        content: call.fileType ? { [call.fileType]: {} } : json(answer, shown),
      },
      ...failuresOf(call),
      default: { description: 'Failure', content: json({ $ref: '#/components/schemas/Error' }) },
    },
  };
}

/** Generated examples of body and answer, where the contract has none. */
const examplesOf = (body: JsonObject, answer: JsonObject, shared: Record<string, JsonSchema>, about: string) => ({
  body: exampleOf(body, { shared, about, io: 'input' }),
  answer: exampleOf(answer, { shared, about, io: 'output' }),
});

function parametersOf(schema: z.ZodType, place: 'path' | 'query'): JsonObject[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value,
  }));
}

/** Schemas that several answers share, by their names for clients. */
const shared = new Map<unknown, string>([
  [property, 'Property'],
  [user, 'User'],
  [viewing, 'Viewing'],
  [inquiry, 'Inquiry'],
  [conversation, 'Conversation'],
  [message, 'Message'],
  [notification, 'Notification'],
  [savedSearch, 'SavedSearch'],
  [apiToken, 'ApiToken'],
  [pagination, 'Pagination'],
  [challenge, 'Challenge'],
]);

const sharedSchemas = () =>
  Object.fromEntries(
    [...shared].map(([schema, name]) => [name, schemaOf(schema as z.ZodType, 'output', { isWhole: true })]),
  );

/** JSON Schema cannot describe a transform's output, but its input. @param options.isWhole a shared schema, not a reference. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', { isWhole = false } = {}): JsonObject {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const isItself = isWhole && (zodSchema as unknown) === schema;
      const name = io === 'output' && !isItself ? shared.get(zodSchema) : undefined;
      if (name) {
        for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
        jsonSchema.$ref = `#/components/schemas/${name}`;
      } else nameKeys(jsonSchema);
      // A body without the field that tells bodies apart is one of them, too.
      const { oneOf } = jsonSchema;
      if (oneOf) {
        delete jsonSchema.oneOf;
        jsonSchema.anyOf = oneOf;
      }
      // Generators of clients take a constant `false` for none.
      if (jsonSchema.const === false) {
        delete jsonSchema.const;
        jsonSchema.enum = [false];
      }
    },
  }) as JsonObject;
  return described;
}

/** A record of known keys is described as an object. */
function nameKeys(schema: z.core.JSONSchema.BaseSchema): void {
  const { propertyNames, additionalProperties, required } = schema;
  if (!required || typeof propertyNames !== 'object' || typeof additionalProperties !== 'object') return;
  schema.properties = Object.fromEntries(required.map((key) => [key, additionalProperties]));
  schema.additionalProperties = false;
  delete schema.propertyNames;
}

function jsonBody(schema: JsonObject, { megabytes }: BodyLimit, example: unknown): JsonObject {
  return { required: true, description: `At most ${megabytes} MB`, content: json(schema, example) };
}

const binary: JsonObject = { type: 'string', format: 'binary' };

const rawContent = (types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema: binary }]));

function multipart(fileField: string): JsonObject {
  const properties = { [fileField]: binary };
  return { 'multipart/form-data': { schema: { type: 'object', properties, required: [fileField] } } };
}

function json(schema: JsonObject, example?: unknown): JsonObject {
  return { 'application/json': { schema, ...(example === undefined ? {} : { example }) } };
}

const accessText: Record<Call['access'], string> = {
  anyone: 'anyone',
  user: 'people who are signed in',
  agent: 'approved agents',
  admin: 'administrators',
};

/** The access of a call in the table: 'administrators: owner, moderator'. */
function callersOf({ access, ability }: Call): string {
  const roles = ability ? `: ${adminAbilities[ability].join(', ')}` : '';
  return accessText[access] + roles;
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.5rem 0.75rem; border-bottom: 1px solid #8884; text-align: left; vertical-align: top; }
code { font-family: ui-monospace, monospace; font-size: 0.9em; }
`;

/** The style of the page of calls, as a source of its policy. */
export const API_PAGE_STYLE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** A readable table of the calls, without scripts; the machine-readable document is beside it. */
export function renderApiPage(calls: readonly Call[], siteName: string): string {
  const rows = calls
    .toSorted((one, other) => one.path.localeCompare(other.path))
    .map(
      (call) =>
        `<tr><td><code>${call.method.toUpperCase()}</code></td><td><code>${escapeHtml(call.path)}</code></td><td>${callersOf(call)}</td><td>${escapeHtml(call.summary)}</td></tr>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(siteName)} API</title>
<style>${STYLE}</style></head><body>
<h1>${escapeHtml(siteName)} API</h1>
<p>Every call, its shape and its errors stand in the <a href="/api/openapi.json">OpenAPI 3.1 document</a>. Signed-in calls carry <code>Authorization: Bearer &lt;token&gt;</code>; agents make tokens for their programs in their profile.</p>
<table><thead><tr><th>Method</th><th>Path</th><th>For</th><th>What it does</th></tr></thead><tbody>
${rows}
</tbody></table></body></html>`;
}
