import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { cleanLines } from '#shared/writtenText.ts';
import { fitting, hostile, randomFrom, type Shape, spoil, writeJson } from '#tests/hostile/values.ts';

const VALUES = 60;

interface Called {
  method: string;
  path: string;
  query: z.ZodType;
  body: z.ZodType;
}

const isCall = (value: unknown): value is Called =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'body' in value;

async function readCalls(): Promise<Called[]> {
  const files = readdirSync('shared/contracts').filter((name) => name.endsWith('.ts'));
  const modules: object[] = await Promise.all(files.map((name) => import(`../../shared/contracts/${name}`)));
  return modules
    .flatMap((module) => Object.values(module))
    .filter((tables) => typeof tables === 'object' && tables !== null)
    .flatMap((table) => Object.values(table))
    .filter(isCall);
}

/** The messages of thrown errors, which the server would answer with 500. */
function thrownBy(schema: z.ZodType, value: unknown): string[] {
  try {
    schema.safeParse(value);
    return [];
  } catch (error) {
    return [`${JSON.stringify(value)?.slice(0, 200)}: ${error}`];
  }
}

/** An address contains texts alone. */
const asQuery = (fields: object | null) =>
  Object.fromEntries(
    Object.entries(fields ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );

test('no contract throws, whatever is sent: it says what is wrong', async () => {
  const calls = await readCalls();
  expect(calls.length).toBeGreaterThan(200);
  const thrown = calls.flatMap(({ method, path, ...call }) =>
    (['query', 'body'] as const).flatMap((part) => {
      const random = randomFrom(`${method} ${path} ${part}`);
      const shape = z.toJSONSchema(call[part], { io: 'input', unrepresentable: 'any' }) as Shape;
      const problems = Array.from({ length: VALUES }, (_, nth) => {
        const share = (nth % 4) / 3;
        const value = nth === 0 ? hostile(shape, random) : spoil(fitting(shape, random), shape, random, share);
        const sent = JSON.parse(writeJson(value).replaceAll('1e400', '1e300'));
        return thrownBy(call[part], part === 'query' ? asQuery(sent) : sent);
      });
      return problems.flat().map((problem) => `${method} ${path} ${part} ${problem}`);
    }),
  );
  expect(thrown).toEqual([]);
});

/**
 * Strings that are no text of people: secrets, values made by programs, searches, files, addresses that are
 * checked later.
 */
const AS_SENT =
  /password|token|code|secret|search|credential|cursor|^q$|before|after|key|email|query|xml|csv|images|floor_plans|language/i;
const ODD = 'Ana\u202e\u2066 Re\u0000yes\ud800\u2028e\u0301\ufeff';

/** The texts of a value, with the ways to them. */
function textsIn(value: unknown, way = ''): [string, string][] {
  if (typeof value === 'string') return [[way, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, `${way}.${name}`));
}

/** The value with each free text replaced, at any depth. */
function withText(shape: Shape, text: string, random: () => number): unknown {
  if (shape.type === 'object')
    return Object.fromEntries(
      Object.entries(shape.properties ?? {}).map(([name, inner]) => [
        name,
        AS_SENT.test(name) ? fitting(inner, random) : withText(inner, text, random),
      ]),
    );
  const inner = (shape.anyOf ?? []).find(({ type }) => type === 'string' || type === 'object' || type === 'array');
  if (inner) return withText(inner, text, random);
  if (shape.type === 'array' && shape.items) return [withText(shape.items, text, random)];
  const isFree = shape.type === 'string' && !shape.enum && !shape.format && !shape.pattern;
  return isFree ? text : fitting(shape, random);
}

test('what people write is cleaned or refused, wherever a body takes it', async () => {
  const kept: string[] = [];
  let texts = 0;
  for (const { method, path, body } of await readCalls()) {
    const random = randomFrom(`${method} ${path}`);
    const shape = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Shape;
    const fields = shape.properties ?? {};
    // One field at a time, so that faults of the other fields do not hide it.
    for (const [name, inner] of Object.entries(fields)) {
      if (AS_SENT.test(name)) continue;
      const parsed = body.safeParse({
        ...(fitting(shape, random) as object),
        [name]: withText(inner, ODD, random),
      });
      const given = parsed.success ? textsIn(parsed.data) : [];
      texts += given.length;
      for (const [way, text] of given)
        if (cleanLines(text) !== text) kept.push(`${method} ${path} ${way}: ${JSON.stringify(text)}`);
    }
  }
  expect(texts).toBeGreaterThan(100);
  expect([...new Set(kept)]).toEqual([]);
});

/** Bodies with one of the schema's lists, at any depth, in it. @param wrap builds the body around the list */
function bodiesWith(list: unknown[], shape: Shape, wrap: (value: unknown) => unknown): unknown[] {
  const inner = [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].flatMap((one) => bodiesWith(list, one, wrap));
  const fields = Object.entries(shape.properties ?? {}).flatMap(([name, field]) =>
    bodiesWith(list, field, (value) => wrap({ [name]: value })),
  );
  if (shape.type !== 'array') return [...inner, ...fields];
  const items = bodiesWith(list, shape.items ?? {}, (value) => wrap([value]));
  return [wrap(list), ...inner, ...fields, ...items];
}

test('a list that is far too long is refused by its length, not item by item', async () => {
  const calls = (await readCalls()).filter(({ method }) => method !== 'get');
  const list = Array(20_000).fill(0.5);
  let seen = 0;
  for (const { method, path, body } of calls) {
    const shape = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Shape;
    for (const given of bodiesWith(list, shape, (value) => value)) {
      seen += 1;
      const told = body.safeParse(given).error?.issues.length ?? 0;
      expect.soft(told, `${method} ${path}: ${JSON.stringify(given).slice(0, 60)}`).toBeLessThan(100);
    }
  }
  expect(seen).toBeGreaterThan(20);
});
