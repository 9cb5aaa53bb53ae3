import type { z } from 'zod';
import examples from './apiExamples.json' with { type: 'json' };

export type JsonSchema = z.core.JSONSchema.BaseSchema;

type Texts = Readonly<Record<string, string>>;

/** Example values by field name, the same person and home in every call; other fields follow from the schema. */
const words: Texts = examples.words;
/** Examples of names and texts by the part of the API. */
const wordsIn: Readonly<Record<string, Texts>> = examples.wordsIn;
const numbers: Readonly<Record<string, number>> = examples.numbers;
const formats: Texts = examples.formats;

type Shared = Readonly<Record<string, JsonSchema>>;

interface ExampleOptions {
  /** Names of referenced records. */
  shared: Shared;
  io: 'input' | 'output';
  /** The part of the API, as the first word of its paths. */
  about: string;
  /** The field of the value. */
  name?: string;
}

const REFERENCE = '#/components/schemas/';

/** A value that fits the schema, without optional input. @returns undefined where the schema determines none. */
export function exampleOf(schema: JsonSchema, options: ExampleOptions): unknown {
  const { shared, name = '' } = options;
  if (schema.$ref) return exampleOf(shared[schema.$ref.slice(REFERENCE.length)] ?? {}, options);
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  const choices = (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[];
  if (choices.length > 0) return exampleOf(choices.find(isSomething) ?? choices[0] ?? {}, options);
  if (schema.allOf) {
    const parts = (schema.allOf as JsonSchema[]).map((part) => exampleOf(part, options));
    return parts.every((part) => typeof part === 'object') ? Object.assign({}, ...parts) : parts[0];
  }
  // 'string or null' is shown as text.
  const type = [schema.type].flat().find((one) => one !== 'null') ?? schema.type;
  if (type === 'object') return objectOf(schema, options);
  if (type === 'array') {
    const items = Array.isArray(schema.items) ? schema.items : schema.prefixItems;
    if (items) return (items as JsonSchema[]).map((item) => exampleOf(item, options));
    const item = exampleOf((schema.items ?? {}) as JsonSchema, { ...options, name: `${name}[]` });
    return item === undefined ? [] : Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => item);
  }
  if (type === 'boolean') return true;
  if (type === 'number' || type === 'integer') return numberOf(schema, name);
  if (type === 'string') return textOf(schema, name, options.about);
  if (type === 'null') return null;
  return name === 'id' || name.endsWith('_id') ? 12 : undefined;
}

const isSomething = ({ type, const: only }: JsonSchema) => type !== 'null' && only !== null && only !== '';

function objectOf(
  { properties = {}, required = [], additionalProperties, propertyNames }: JsonSchema,
  options: ExampleOptions,
): Record<string, unknown> {
  const { io, name = '' } = options;
  const wanted = Object.entries(properties).filter(([key]) => io === 'output' || required.includes(key));
  // A change with only optional fields shows some of them.
  const shown = wanted.length > 0 ? wanted : Object.entries(properties).slice(0, 2);
  const fields = shown.flatMap(([key, value]) => {
    const example = exampleOf(value as JsonSchema, { ...options, name: key });
    return example === undefined ? [] : [[key, example]];
  });
  if (fields.length > 0 || typeof additionalProperties !== 'object') return Object.fromEntries(fields);
  const keys = typeof propertyNames === 'object' ? (propertyNames.enum ?? []) : [];
  const example = exampleOf(additionalProperties as JsonSchema, { ...options, name: `${name}{}` });
  return example === undefined ? {} : { [String(keys[0] ?? 'price')]: example };
}

function numberOf({ minimum, maximum, exclusiveMinimum }: JsonSchema, name: string): number {
  const given = numbers[name] ?? 12;
  const least = minimum ?? (typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : given);
  return Math.min(Math.max(given, least), maximum ?? given);
}

function textOf({ format, pattern, minLength = 0, maxLength }: JsonSchema, name: string, about: string) {
  const named = wordsIn[about]?.[name] ?? words[name];
  const known = [formats[format ?? ''], named, ...Object.values(formats)].filter((text) => text !== undefined);
  const fitting = pattern ? known.find((text) => new RegExp(pattern).test(text)) : known[0];
  // A field without any example shows its own name.
  const isNamed = pattern !== undefined || format !== undefined || named !== undefined;
  return ((isNamed ? fitting : name) ?? name).padEnd(minLength, '…').slice(0, maxLength);
}
