import { DataTypes, type ModelAttributeColumnOptions } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const time = { type: DataTypes.DATE, allowNull: false };
const text = { type: DataTypes.TEXT, allowNull: false };
const sha256 = { type: DataTypes.STRING(64), allowNull: false };
const listing: ModelAttributeColumnOptions = {
  type: DataTypes.INTEGER,
  allowNull: false,
  references: { model: 'properties', key: 'id' },
  onDelete: 'CASCADE',
};
const bands = ['band_1', 'band_2', 'band_3', 'band_4'];

export async function up({ queryInterface }: MigrationContext): Promise<void> {
  await queryInterface.createTable('picture_fingerprints', {
    media_hash: {
      ...sha256,
      primaryKey: true,
      references: { model: 'media', key: 'hash' },
      onDelete: 'CASCADE',
    },
    fingerprint: { type: DataTypes.STRING(16) },
    ...Object.fromEntries(bands.map((band) => [band, { type: DataTypes.INTEGER }])),
  });
  for (const band of bands)
    await queryInterface.addIndex('picture_fingerprints', [band, 'media_hash', 'fingerprint']);

  await queryInterface.createTable('listing_pictures', {
    property_id: { ...listing, primaryKey: true },
    media_hash: {
      ...sha256,
      primaryKey: true,
      references: { model: 'picture_fingerprints', key: 'media_hash' },
      onDelete: 'CASCADE',
    },
  });
  await queryInterface.addIndex('listing_pictures', ['media_hash', 'property_id']);

  await queryInterface.createTable('compared_listings', {
    property_id: { ...listing, primaryKey: true },
    listing_updated_at: time,
  });

  await queryInterface.createTable('duplicate_pairs', {
    id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
    older_id: listing,
    newer_id: listing,
    status: { ...text, defaultValue: 'open' },
    same_pictures: { type: DataTypes.JSON, allowNull: false },
    same_facts: { type: DataTypes.BOOLEAN, allowNull: false },
    found_at: time,
    decided_at: { type: DataTypes.DATE },
    decided_by: {
      type: DataTypes.INTEGER,
      references: { model: 'users', key: 'id' },
      onDelete: 'SET NULL',
    },
  });
  await queryInterface.addIndex('duplicate_pairs', ['older_id', 'newer_id'], { unique: true });
  await queryInterface.addIndex('duplicate_pairs', ['newer_id']);
  await queryInterface.addIndex('duplicate_pairs', ['decided_by']);
  await queryInterface.addIndex('duplicate_pairs', ['status', 'found_at', 'id']);
  await queryInterface.addIndex('duplicate_pairs', ['status', 'decided_at', 'id']);
  await queryInterface.addIndex('duplicate_pairs', ['found_at', 'id']);
}

export async function down({ queryInterface }: MigrationContext): Promise<void> {
  for (const name of ['duplicate_pairs', 'compared_listings', 'listing_pictures', 'picture_fingerprints'])
    await queryInterface.dropTable(name);
}
