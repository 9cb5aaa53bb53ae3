import { QueryTypes } from 'sequelize';
import type { Database } from '#server/db/connection.ts';

/** One SELECT of lines of text for each kind of database object. The order of columns is ignored. */
const lines: Record<Database['dialect'], string[]> = {
  sqlite: [
    `SELECT printf('column %s.%s %s%s default %s key %d hidden %d', t.name, c.name, c.type,
        iif(c."notnull", ' not null', ''), c.dflt_value, c.pk, c.hidden) AS line
      FROM pragma_table_list t JOIN pragma_table_xinfo(t.name) c WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite%'`,
    `SELECT printf('table %s %s without rowid %d strict %d counted %d', t.name, t.type, t.wr, t.strict,
        s.sql LIKE '%AUTOINCREMENT%') AS line
      FROM pragma_table_list t JOIN sqlite_schema s ON s.type = 'table' AND s.name = t.name WHERE t.schema = 'main'`,
    `SELECT printf('reference %s.%s to %s.%s update %s delete %s', t.name, f."from", f."table", f."to",
        f.on_update, f.on_delete) AS line
      FROM pragma_table_list t JOIN pragma_foreign_key_list(t.name) f WHERE t.schema = 'main'`,
    `SELECT printf('index %s of %s unique %d from %s: %s', i.name, t.name, i."unique", i.origin, s.sql) AS line
      FROM pragma_table_list t JOIN pragma_index_list(t.name) i
      LEFT JOIN sqlite_schema s ON s.type = 'index' AND s.name = i.name WHERE t.schema = 'main'`,
    "SELECT type || ' ' || sql AS line FROM sqlite_schema WHERE type = 'trigger' OR sql LIKE 'CREATE VIRTUAL%'",
  ],
  postgres: [
    `SELECT format('column %s.%s %s not null %s default %s generated %s identity %s', c.relname, a.attname,
        format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attgenerated,
        a.attidentity) AS line
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
      WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'`,
    `SELECT format('%s %s %s %s', c.relkind, c.relname, c.relpersistence, c.reloptions) AS line
      FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace`,
    `SELECT format('constraint %s of %s: %s', k.conname, k.conrelid::regclass, pg_get_constraintdef(k.oid)) AS line
      FROM pg_constraint k WHERE k.connamespace = current_schema()::regnamespace`,
    'SELECT indexdef AS line FROM pg_indexes WHERE schemaname = current_schema()',
    `SELECT pg_get_triggerdef(t.oid) AS line FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE c.relnamespace = current_schema()::regnamespace AND NOT t.tgisinternal`,
    `SELECT pg_get_functiondef(p.oid) AS line FROM pg_proc p
      WHERE p.pronamespace = current_schema()::regnamespace AND p.prokind = 'f'`,
  ],
};

/**
 * Tables, columns, types, nullability, defaults, keys, references, indexes, triggers and functions of a database, a
 * line for each, in order: two databases of one shape give the same lines.
 */
export async function readShape({ dialect, sequelize }: Database): Promise<string[]> {
  const found: string[] = [];
  for (const sql of lines[dialect])
    for (const { line } of await sequelize.query<{ line: string }>(sql, { type: QueryTypes.SELECT }))
      found.push(line.replace(/\s+/g, ' '));
  return found.sort();
}
