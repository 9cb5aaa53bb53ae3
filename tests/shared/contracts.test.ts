import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
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

/** What was thrown, which the server would answer with 500. */
function thrownBy(schema: z.ZodType, value: unknown): string[] {
  try {
    schema.safeParse(value);
    return [];
  } catch (error) {
    return [`${JSON.stringify(value)?.slice(0, 200)}: ${error}`];
  }
}

/** Of an address come texts alone. */
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
        const value =
          nth === 0 ? hostile(shape, random) : spoil(fitting(shape, random), shape, random, share);
        const sent = JSON.parse(writeJson(value).replaceAll('1e400', '1e300'));
        return thrownBy(call[part], part === 'query' ? asQuery(sent) : sent);
      });
      return problems.flat().map((problem) => `${method} ${path} ${part} ${problem}`);
    }),
  );
  expect(thrown).toEqual([]);
});
