import { QueryTypes, type Transaction } from 'sequelize';
import type { Database } from '#server/db/connection.ts';
import { type Column, kindOf } from './columns.ts';

export interface Table {
  name: string;
  columns: Column[];
  /** Ids are given out by the database, counting up. */
  hasCountedIds: boolean;
}

/**
 * What a backup leaves out: who is signed in and on what terms (everybody signs in again), and what the migrations
 * write themselves. All other tables are carried without being named anywhere, those of later features too.
 */
const LEFT_OUT = new Set(['migrations', 'sessions', 'password_resets', 'login_failures']);

interface ColumnRow {
  table_name: string;
  column_name: string;
  type: string;
}

/** Full-text tables, and columns made from others, are filled by the database itself. */
const columnsSql = {
  sqlite: `SELECT t.name AS table_name, c.name AS column_name, c.type
    FROM pragma_table_list t JOIN pragma_table_info(t.name) c
    WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
    ORDER BY t.name, c.cid`,
  postgres: `SELECT c.relname AS table_name, a.attname AS column_name, format_type(a.atttypid, a.atttypmod) AS type
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p'
      AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    ORDER BY c.relname, a.attnum`,
};

const referencesSql = {
  sqlite: `SELECT t.name AS child, f."table" AS parent
    FROM pragma_table_list t JOIN pragma_foreign_key_list(t.name) f WHERE t.schema = 'main' AND t.type = 'table'`,
  postgres: `SELECT child.relname AS child, parent.relname AS parent
    FROM pg_constraint k JOIN pg_class child ON child.oid = k.conrelid JOIN pg_class parent ON parent.oid = k.confrelid
    WHERE k.contype = 'f' AND child.relnamespace = current_schema()::regnamespace`,
};

/** The tables of a backup, each after those its rows refer to. */
export async function describeTables(
  { dialect, sequelize }: Database,
  transaction: Transaction,
): Promise<Table[]> {
  const options = { type: QueryTypes.SELECT, transaction } as const;
  const rows = await sequelize.query<ColumnRow>(columnsSql[dialect], options);
  const references = await sequelize.query<{ child: string; parent: string }>(
    referencesSql[dialect],
    options,
  );
  const tables = new Map<string, Table>();
  for (const { table_name: name, column_name, type } of rows) {
    if (LEFT_OUT.has(name)) continue;
    const table = tables.get(name) ?? { name, columns: [], hasCountedIds: false };
    const kind = kindOf(type);
    table.columns.push({ name: column_name, kind });
    if (column_name === 'id' && kind === 'number') table.hasCountedIds = true;
    tables.set(name, table);
  }
  return orderByReferences([...tables.values()], references);
}

function orderByReferences(tables: Table[], references: { child: string; parent: string }[]): Table[] {
  const ordered: Table[] = [];
  const waiting = new Map(tables.map((table) => [table.name, table]));
  const isWaitingFor = (name: string) =>
    references.some(({ child, parent }) => child === name && parent !== name && waiting.has(parent));
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ name }) => !isWaitingFor(name));
    if (free.length === 0) throw new RangeError('Tables refer to each other in a circle');
    for (const table of free) {
      ordered.push(table);
      waiting.delete(table.name);
    }
  }
  return ordered;
}
