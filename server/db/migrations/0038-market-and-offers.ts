import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const word = { type: DataTypes.TEXT, allowNull: false };
const keyWord = { ...word, primaryKey: true };
const count = { type: DataTypes.INTEGER, allowNull: false };
const figure = { type: DataTypes.DECIMAL(14, 2) };

const pairColumns = {
  is_by_rule: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
  disputed_at: { type: DataTypes.DATE },
  disputed_by: {
    type: DataTypes.INTEGER,
    references: { model: 'users', key: 'id' },
    onDelete: 'SET NULL',
    onUpdate: 'CASCADE',
  },
};

/**
 * What homes are asked for by area, kind and quarter, computed from the listings and so empty at first; and which pairs of
 * listings are one home of several agents by the rule, or not so in the words of one of them.
 */
export async function up({ queryInterface, database }: MigrationContext): Promise<void> {
  await queryInterface.createTable('market_figures', {
    area_slug: keyWord,
    type: keyWord,
    listing_type: keyWord,
    quarter: keyWord,
    area_kind: word,
    listings: count,
    median_price: figure,
    median_price_per_sqm: figure,
    closings: count,
    median_days: figure,
    computed_at: { type: DataTypes.DATE, allowNull: false },
  });
  for (const [name, column] of Object.entries(pairColumns))
    await queryInterface.addColumn('duplicate_pairs', name, column);
  await queryInterface.addIndex('duplicate_pairs', ['disputed_by']);
  // The pages of listings ask for these alone, from either side.
  for (const side of ['older_id', 'newer_id'])
    await database.sequelize.query(
      `CREATE INDEX duplicate_pairs_same_home_${side} ON duplicate_pairs (${side}) WHERE status = 'same_home'`,
    );
}

export async function down({ queryInterface, database }: MigrationContext): Promise<void> {
  for (const side of ['older_id', 'newer_id'])
    await database.sequelize.query(`DROP INDEX duplicate_pairs_same_home_${side}`);
  await queryInterface.removeIndex('duplicate_pairs', ['disputed_by']);
  for (const name of Object.keys(pairColumns))
    await database.sequelize.query(`ALTER TABLE duplicate_pairs DROP COLUMN ${name}`);
  await queryInterface.dropTable('market_figures');
}
