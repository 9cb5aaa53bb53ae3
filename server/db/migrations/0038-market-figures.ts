import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const word = { type: DataTypes.TEXT, allowNull: false };
const keyWord = { ...word, primaryKey: true };
const count = { type: DataTypes.INTEGER, allowNull: false };
const figure = { type: DataTypes.DECIMAL(14, 2) };

/** What homes are asked for by area, kind and quarter; computed from the listings, and so empty at first. */
export async function up({ queryInterface }: MigrationContext): Promise<void> {
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
}

export async function down({ queryInterface }: MigrationContext): Promise<void> {
  await queryInterface.dropTable('market_figures');
}
