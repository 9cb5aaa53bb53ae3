import type { MigrationContext } from '../migration.ts';

/**
 * What people are searched by, without accents and in lower case, and the digits of their telephone number: written by the
 * database itself, so that no change of a name can forget it. The index holds all of it, the newest accounts first, and is read
 * in the table's place.
 */
export async function up({ database: { dialect, sequelize } }: MigrationContext): Promise<void> {
  for (const sql of dialect === 'sqlite' ? sqlite : postgres) await sequelize.query(sql);
}

export async function down({ database: { sequelize } }: MigrationContext): Promise<void> {
  await sequelize.query('DROP INDEX users_search');
  for (const name of ['search_text', 'phone_digits'])
    await sequelize.query(`ALTER TABLE users DROP COLUMN ${name}`);
}

const accented = {
  a: 'áàâãäå',
  e: 'éèêë',
  i: 'íìîï',
  o: 'óòôõö',
  u: 'úùûü',
  n: 'ñ',
  c: 'ç',
};
const folded = Object.entries(accented).flatMap(([plain, letters]) =>
  [...letters, ...letters.toUpperCase()].map((letter) => ({ letter, plain })),
);
const SIGNS = ' -()+.';

const replaced = (text: string, signs: { letter: string; plain: string }[]) =>
  signs.reduce((sql, { letter, plain }) => `replace(${sql}, '${letter}', '${plain}')`, text);

/** Only a column that is not stored can be added to a table. Its index stores it. */
const sqlite = [
  `ALTER TABLE users ADD COLUMN search_text TEXT
    GENERATED ALWAYS AS (${replaced("lower(name || ' ' || email)", folded)}) VIRTUAL`,
  `ALTER TABLE users ADD COLUMN phone_digits TEXT
    GENERATED ALWAYS AS (${replaced(
      'phone',
      [...SIGNS].map((letter) => ({ letter, plain: '' })),
    )}) VIRTUAL`,
  'CREATE INDEX users_search ON users (created_at DESC, id DESC, search_text, phone_digits)',
];

const lettersOf = (which: 'letter' | 'plain') => folded.map((pair) => pair[which]).join('');

/** In the collation "C" lower() leaves letters outside ASCII alone, as SQLite's does. */
const postgres = [
  `ALTER TABLE users
    ADD COLUMN search_text text COLLATE "C" GENERATED ALWAYS AS
      (translate(lower((name || ' ' || email) COLLATE "C"), '${lettersOf('letter')}', '${lettersOf('plain')}')) STORED,
    ADD COLUMN phone_digits text COLLATE "C" GENERATED ALWAYS AS (translate(phone, '${SIGNS}', '')) STORED`,
  'CREATE INDEX users_search ON users (created_at DESC, id DESC) INCLUDE (search_text, phone_digits)',
];
