import type { Database, Dialect } from '../connection.ts';
import type { MigrationContext } from '../migration.ts';

/**
 * Indexes of the public list: `keys` decide and order, `carried` columns let the remaining filters be answered from
 * the index alone. Each holds public listings only, so that hidden ones cost nothing.
 */
const publicIndexes: [name: string, keys: string[], carried: string[]][] = [
  [
    'properties_public_newest',
    ['created_at DESC', 'id DESC'],
    [
      'listing_type',
      'type',
      'status',
      'price',
      'bedrooms',
      'bathrooms',
      'city_slug',
      'district_slug',
      'region_slug',
      'latitude',
      'longitude',
    ],
  ],
  [
    'properties_public_city',
    ['city_slug', 'created_at DESC', 'id DESC'],
    ['listing_type', 'type', 'status', 'price', 'bedrooms', 'bathrooms'],
  ],
  [
    'properties_public_city_listing',
    ['city_slug', 'listing_type', 'created_at DESC', 'id DESC'],
    ['type', 'status', 'price', 'bedrooms', 'bathrooms'],
  ],
  [
    'properties_public_district',
    ['district_slug', 'created_at DESC', 'id DESC'],
    ['listing_type', 'type', 'status', 'price', 'bedrooms', 'bathrooms'],
  ],
  [
    'properties_public_listing',
    ['listing_type', 'created_at DESC', 'id DESC'],
    ['type', 'status', 'price', 'bedrooms', 'bathrooms'],
  ],
  [
    'properties_public_type',
    ['type', 'created_at DESC', 'id DESC'],
    ['listing_type', 'status', 'price', 'bedrooms', 'bathrooms'],
  ],
  [
    'properties_public_status',
    ['status', 'created_at DESC', 'id DESC'],
    ['listing_type', 'type', 'price', 'bedrooms', 'bathrooms'],
  ],
  [
    'properties_public_price',
    ['price', 'id DESC'],
    ['listing_type', 'type', 'status', 'bedrooms', 'bathrooms', 'city_slug', 'district_slug', 'region_slug'],
  ],
  [
    'properties_public_listing_price',
    ['listing_type', 'price', 'id DESC'],
    ['type', 'status', 'bedrooms', 'bathrooms', 'city_slug', 'district_slug', 'region_slug'],
  ],
  [
    'properties_public_city_price',
    ['city_slug', 'listing_type', 'price', 'id DESC'],
    ['type', 'status', 'bedrooms', 'bathrooms'],
  ],
  [
    'properties_public_area',
    ['area_sqm DESC', 'id DESC'],
    [
      'listing_type',
      'type',
      'status',
      'price',
      'bedrooms',
      'bathrooms',
      'city_slug',
      'district_slug',
      'region_slug',
    ],
  ],
  [
    'properties_public_place',
    ['latitude', 'longitude'],
    ['created_at', 'id', 'listing_type', 'type', 'status', 'price', 'bedrooms', 'bathrooms'],
  ],
];

/**
 * The agents' and admins' own lists, which see hidden listings too. The moderation status stands last: in front it
 * would draw SQLite's planner to this index in every public query.
 */
const ownIndexes = [
  'CREATE INDEX properties_agent ON properties (agent_id, created_at DESC, id DESC)',
  'CREATE INDEX properties_newest ON properties (created_at DESC, id DESC, moderation_status)',
];

/**
 * The full-text index holds public listings only, so that words alone can be counted in it. The words of search_text
 * stand between single spaces and are already folded: SQLite's plainest tokenizer cuts them exactly. Positions are
 * not kept, for nothing asks for phrases. Words are sought as prefixes; one of a length not listed would first be
 * merged from all the words that begin with it: half the space for up to twenty times the work.
 */
const sqliteSearch = [
  `CREATE VIRTUAL TABLE properties_search USING fts5(
    search_text, content='properties', content_rowid='id',
    tokenize='ascii', prefix='1 2 3 4 5 6 7 8 9 10 11', detail='none', columnsize=0
  )`,
  `INSERT INTO properties_search (rowid, search_text)
    SELECT id, search_text FROM properties WHERE moderation_status = 'active'`,
  `CREATE TRIGGER properties_search_insert AFTER INSERT ON properties
  WHEN new.moderation_status = 'active' BEGIN
    INSERT INTO properties_search (rowid, search_text) VALUES (new.id, new.search_text);
  END`,
  `CREATE TRIGGER properties_search_delete AFTER DELETE ON properties
  WHEN old.moderation_status = 'active' BEGIN
    INSERT INTO properties_search (properties_search, rowid, search_text) VALUES ('delete', old.id, old.search_text);
  END`,
  // One trigger for both halves: the old words have to leave before the new ones come.
  `CREATE TRIGGER properties_search_update AFTER UPDATE OF search_text, moderation_status ON properties
  WHEN old.search_text <> new.search_text OR old.moderation_status <> new.moderation_status BEGIN
    INSERT INTO properties_search (properties_search, rowid, search_text)
      SELECT 'delete', old.id, old.search_text WHERE old.moderation_status = 'active';
    INSERT INTO properties_search (rowid, search_text)
      SELECT new.id, new.search_text WHERE new.moderation_status = 'active';
  END`,
];

const postgresSearch = [
  // Whole rows stay together: fetching each vector from the side table doubles the cost of counting common words.
  'ALTER TABLE properties SET (toast_tuple_target = 4096)',
  `ALTER TABLE properties ADD COLUMN search_vector tsvector
    GENERATED ALWAYS AS (array_to_tsvector(array_remove(string_to_array(search_text, ' '), ''))) STORED`,
  // Without the pending list a search costs the same right after many listings were added.
  `CREATE INDEX properties_search ON properties USING gin (search_vector) WITH (fastupdate = off)
    WHERE moderation_status = 'active'`,
];

export async function up({ database }: MigrationContext): Promise<void> {
  const { dialect } = database;
  await runAll(
    database,
    publicIndexes.map((index) => createPublicIndex(dialect, index)),
  );
  await runAll(database, ownIndexes);
  await runAll(database, dialect === 'sqlite' ? sqliteSearch : postgresSearch);
}

export async function down({ database }: MigrationContext): Promise<void> {
  const names = [...publicIndexes.map(([name]) => name), 'properties_agent', 'properties_newest'];
  await runAll(
    database,
    names.map((name) => `DROP INDEX ${name}`),
  );
  await runAll(
    database,
    database.dialect === 'sqlite'
      ? [
          ...['insert', 'delete', 'update'].map((when) => `DROP TRIGGER properties_search_${when}`),
          'DROP TABLE properties_search',
        ]
      : [
          'ALTER TABLE properties DROP COLUMN search_vector',
          'ALTER TABLE properties RESET (toast_tuple_target)',
        ],
  );
}

function createPublicIndex(dialect: Dialect, [name, keys, carried]: (typeof publicIndexes)[number]): string {
  const columns =
    dialect === 'sqlite'
      ? `(${[...keys, ...carried].join(', ')})`
      : `(${keys.join(', ')}) INCLUDE (${carried.join(', ')})`;
  return `CREATE INDEX ${name} ON properties ${columns} WHERE moderation_status = 'active'`;
}

async function runAll(database: Database, statements: string[]): Promise<void> {
  for (const statement of statements) await database.sequelize.query(statement);
}
