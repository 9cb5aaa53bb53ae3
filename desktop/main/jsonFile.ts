import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';

/** A small file of settings, validated when it is read. */
export interface JsonFile<Value> {
  read(): Value;
  write(value: Value): void;
}

/**
 * A missing or damaged file is treated as empty, so that it never prevents a start. Writes are synchronous and atomic, as
 * the last one often happens while the console is quitting.
 */
export function openJsonFile<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): JsonFile<z.output<Schema>> {
  let known: z.output<Schema> | undefined;
  return {
    read() {
      known ??= schema.parse(readValid(file, schema) ?? {});
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

function readValid(file: string, schema: z.ZodType): unknown {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return schema.safeParse(content).success ? content : undefined;
  } catch {
    return undefined;
  }
}
