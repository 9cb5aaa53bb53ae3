import type { MigrationContext } from '../migration.ts';

/** What of a listing the full-text index holds: its words, and the facts that most searches name beside them, marked. */
const indexed = (row: 'new.' | 'old.' | '') =>
  `${row}search_text || ' ‡' || ${row}type || ' ‡' || ${row}listing_type || ' ‡' || ${row}status || ' ‡beds' || ${row}bedrooms`;
const plain = (row: 'new.' | 'old.' | '') => `${row}search_text`;

/** @param options where the index reads what it holds */
function searchIndex(options: string, columns: readonly string[], text: typeof indexed): string[] {
  const changes = columns.map((name) => `old.${name} <> new.${name}`).join(' OR ');
  return [
    `CREATE VIRTUAL TABLE properties_search USING fts5(
      search_text, ${options},
      tokenize='ascii', prefix='1 2 3 4 5 6 7 8 9 10 11', detail='none', columnsize=0
    )`,
    `INSERT INTO properties_search (rowid, search_text)
      SELECT id, ${text('')} FROM properties WHERE moderation_status = 'active'`,
    `CREATE TRIGGER properties_search_insert AFTER INSERT ON properties
    WHEN new.moderation_status = 'active' BEGIN
      INSERT INTO properties_search (rowid, search_text) VALUES (new.id, ${text('new.')});
    END`,
    `CREATE TRIGGER properties_search_delete AFTER DELETE ON properties
    WHEN old.moderation_status = 'active' BEGIN
      INSERT INTO properties_search (properties_search, rowid, search_text) VALUES ('delete', old.id, ${text('old.')});
    END`,
    `CREATE TRIGGER properties_search_update AFTER UPDATE OF ${columns.join(', ')} ON properties
    WHEN ${changes} BEGIN
      INSERT INTO properties_search (properties_search, rowid, search_text)
        SELECT 'delete', old.id, ${text('old.')} WHERE old.moderation_status = 'active';
      INSERT INTO properties_search (rowid, search_text)
        SELECT new.id, ${text('new.')} WHERE new.moderation_status = 'active';
    END`,
  ];
}

const remake = async ({ database }: MigrationContext, statements: readonly string[]) => {
  if (database.dialect !== 'sqlite') return;
  const triggers = ['update', 'delete', 'insert'].map((when) => `DROP TRIGGER properties_search_${when}`);
  for (const sql of [...triggers, 'DROP TABLE properties_search', ...statements])
    await database.sequelize.query(sql);
};

const words = ['search_text', 'moderation_status'];

/**
 * SQLite's index intersects words with facts: without them it looked up each listing that has the words. PostgreSQL
 * combines its indexes by itself.
 */
export const up = (context: MigrationContext): Promise<void> =>
  remake(
    context,
    searchIndex("content=''", [...words, 'type', 'listing_type', 'status', 'bedrooms'], indexed),
  );

export const down = (context: MigrationContext): Promise<void> =>
  remake(context, searchIndex("content='properties', content_rowid='id'", words, plain));
