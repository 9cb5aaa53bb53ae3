import type { Dialect } from '#server/db/connection.ts';
import { timeParameter, toBoolean, toIso, toNumber } from '#server/db/rows.ts';

/** How a column's values are written in a backup, whichever database they come from. */
export type ColumnKind = 'number' | 'boolean' | 'text' | 'time' | 'date' | 'json';

export interface Column {
  name: string;
  kind: ColumnKind;
}

export type PortableValue = string | number | boolean | null;
export type PortableRow = Record<string, PortableValue>;

const kinds: [RegExp, ColumnKind][] = [
  [/^(tinyint\(1\)|boolean)$/, 'boolean'],
  [/^(integer|bigint|smallint|numeric|decimal|double|real)/, 'number'],
  [/^(text|varchar|character varying|uuid)/, 'text'],
  [/^(datetime|timestamp with time zone)/, 'time'],
  [/^date$/, 'date'],
  [/^jsonb?$/, 'json'],
];

/** @param type as the database declares it. @throws {RangeError} a kind of column that backups do not know yet. */
export function kindOf(type: string): ColumnKind {
  const known = kinds.find(([pattern]) => pattern.test(type.toLowerCase()));
  if (!known) throw new RangeError(`Backups do not know how to carry a column of type ${type}`);
  return known[1];
}

export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The column in a SELECT. JSON comes as the text it was stored as, so that it goes back letter by letter. */
export function selectColumn({ name, kind }: Column, dialect: Dialect): string {
  const quoted = quoteName(name);
  const isCast = dialect === 'postgres' && (kind === 'json' || kind === 'date');
  return isCast ? `${quoted}::text AS ${quoted}` : quoted;
}

/** @param value as the driver hands it over. */
export function toPortable(kind: ColumnKind, value: unknown): PortableValue {
  if (value === null || value === undefined) return null;
  switch (kind) {
    case 'number':
      return toNumber(value as number | string);
    case 'boolean':
      return toBoolean(value as boolean | number);
    case 'time':
      return toIso(value as Date | string);
    default:
      return String(value);
  }
}

/** A value of a backup as a parameter of an INSERT. */
export function toParameter(kind: ColumnKind, value: PortableValue, dialect: Dialect): unknown {
  if (value === null) return null;
  if (kind === 'time') return timeParameter(dialect, new Date(String(value)));
  if (kind === 'boolean' && dialect === 'sqlite') return value ? 1 : 0;
  return value;
}
