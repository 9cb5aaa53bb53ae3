import { z } from 'zod';
import { type BodyLimit, type Call, errorBody } from '#shared/contracts/common.ts';

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
