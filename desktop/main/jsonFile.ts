import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';

/** A small file of settings, validated when it is read. */
export interface JsonFile<Value> {
  read(): Value;
  write(value: Value): void;
}

/** A missing or damaged file counts as empty, so that it never prevents a start. Writes are atomic, and synchronous for a quit. */
export function openJsonFile<Schema extends z.ZodType>(file: string, schema: Schema): JsonFile<z.output<Schema>> {
  let known: z.output<Schema> | undefined;
  return {
    read() {
      known ??= schema.safeParse(parseJson(readText(file))).data ?? schema.parse({});
      return known;
    },
    write(value) {
      known = value;
      mkdirSync(path.dirname(file), { recursive: true });
      const draft = `${file}.part`;
      writeFileSync(draft, JSON.stringify(value, null, 2), { mode: 0o600 });
      renameSync(draft, file);
    },
  };
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** @returns null if the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
