import { createHash } from 'node:crypto';
import { z } from 'zod';
import { adminAbilities } from '#shared/adminRoles.ts';
import { type BodyLimit, type Call, errorBody } from '#shared/contracts/common.ts';
import { escapeHtml } from '#shared/escapeHtml.ts';

type JsonObject = Record<string, unknown>;

/** The OpenAPI 3.1 document, written from the same contracts that check the calls. */
export function buildOpenApi(calls: readonly Call[], siteName: string): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const call of calls) {
    const methods = paths[call.path] ?? {};
    methods[call.method] = describeCall(call);
    paths[call.path] = methods;
  }
  return {
    openapi: '3.1.0',
    info: { title: `${siteName} API`, version: '1.0.0' },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: schemaOf(errorBody, 'output') },
    },
    paths,
  };
}

function describeCall(call: Call): JsonObject {
  const bodySchema = call.method === 'get' ? {} : schemaOf(call.body, 'input');
  const answer = {
    type: 'object',
    properties: { success: { const: true }, data: schemaOf(call.answer, 'output') },
  };
  return {
    summary: call.summary,
    tags: [call.path.split('/')[2]],
    ...(call.access === 'anyone' ? {} : { security: [{ bearer: [] }], 'x-access': call.access }),
    ...(call.ability ? { 'x-admin-roles': adminAbilities[call.ability] } : {}),
    parameters: [...parametersOf(call.params, 'path'), ...parametersOf(call.query, 'query')],
    ...('properties' in bodySchema ? { requestBody: jsonBody(bodySchema, call.bodyLimit) } : {}),
    ...(call.fileField ? { requestBody: { required: true, content: multipart(call.fileField) } } : {}),
    responses: {
      [call.status ?? 200]: {
        description: 'Success',
        content: call.fileType ? { [call.fileType]: {} } : json({ ...answer, required: ['success', 'data'] }),
      },
      default: { description: 'Failure', content: json({ $ref: '#/components/schemas/Error' }) },
    },
  };
}

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

/** What a transform makes of a value cannot be written as JSON Schema; what goes in can. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
  }) as JsonObject;
  return described;
}

function jsonBody(schema: JsonObject, { megabytes }: BodyLimit): JsonObject {
  return { required: true, description: `At most ${megabytes} MB`, content: json(schema) };
}

function multipart(fileField: string): JsonObject {
  const properties = { [fileField]: { type: 'string', format: 'binary' } };
  return { 'multipart/form-data': { schema: { type: 'object', properties, required: [fileField] } } };
}

function json(schema: JsonObject): JsonObject {
  return { 'application/json': { schema } };
}

const accessText: Record<Call['access'], string> = {
  anyone: 'anyone',
  user: 'signed in',
  agent: 'approved agents',
  admin: 'administrators',
};

/** Who may make a call, as the table says it: 'administrators: owner, moderator'. */
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
<p>Every call, its shape and its errors stand in the <a href="/api/openapi.json">OpenAPI 3.1 document</a>. Signed-in calls carry <code>Authorization: Bearer &lt;token&gt;</code>.</p>
<table><thead><tr><th>Method</th><th>Path</th><th>For</th><th>What it does</th></tr></thead><tbody>
${rows}
</tbody></table></body></html>`;
}
