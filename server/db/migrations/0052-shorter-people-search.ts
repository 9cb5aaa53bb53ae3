import type { MigrationContext } from '../migration.ts';

/**
 * `users.search_text` as migration 0050 makes it, in several columns that each replace a few letters of the one before: SQLite before
 * 3.46, as Debian and Ubuntu have it for their operators, cannot read the schema of a table with 50 nested calls (its parser has 100
 * places, and a call takes three). What the column holds is the same. PostgreSQL has one call.
 */
export async function up({ database: { dialect, sequelize } }: MigrationContext): Promise<void> {
  if (dialect === 'sqlite') await replaceColumns(sequelize, ['search_text'], stepwise);
}

export async function down({ database: { dialect, sequelize } }: MigrationContext): Promise<void> {
  const names = stepwise.map(({ name }) => name).reverse();
  if (dialect === 'sqlite')
    await replaceColumns(sequelize, names, [{ name: 'search_text', letters: folded, from: SOURCE }]);
}

const SOURCE = "lower(name || ' ' || email)";

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

interface FoldedColumn {
  name: string;
  letters: typeof folded;
  /** What its letters are replaced in. */
  from: string;
}

const LETTERS_OF_A_STEP = 13;
const stepwise: FoldedColumn[] = [];
for (let start = 0; start < folded.length; start += LETTERS_OF_A_STEP) {
  const isLast = start + LETTERS_OF_A_STEP >= folded.length;
  stepwise.push({
    name: isLast ? 'search_text' : `search_step_${stepwise.length + 1}`,
    letters: folded.slice(start, start + LETTERS_OF_A_STEP),
    from: stepwise.at(-1)?.name ?? SOURCE,
  });
}

/** The index stores the last column, and has to be made anew with it. */
async function replaceColumns(
  sequelize: MigrationContext['database']['sequelize'],
  old: readonly string[],
  columns: readonly FoldedColumn[],
): Promise<void> {
  await sequelize.query('DROP INDEX users_search');
  for (const name of old) await sequelize.query(`ALTER TABLE users DROP COLUMN ${name}`);
  for (const { name, letters, from } of columns) {
    const text = letters.reduce((sql, { letter, plain }) => `replace(${sql}, '${letter}', '${plain}')`, from);
    await sequelize.query(`ALTER TABLE users ADD COLUMN ${name} TEXT GENERATED ALWAYS AS (${text}) VIRTUAL`);
  }
  await sequelize.query(
    'CREATE INDEX users_search ON users (created_at DESC, id DESC, search_text, phone_digits)',
  );
}
