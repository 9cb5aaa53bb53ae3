import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

/** A listing that is begun and not published yet; it is `inactive`, so that no public query reads it. */
export async function up({ queryInterface }: MigrationContext): Promise<void> {
  const column = { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false };
  await queryInterface.addColumn('properties', 'is_draft', column);
}

export async function down({ database: { sequelize } }: MigrationContext): Promise<void> {
  // The release before knows no drafts: they stay as listings that an administrator has hidden.
  await sequelize.query(
    "UPDATE properties SET hidden_by = 'admin', moderation_reason = 'An unfinished draft' WHERE is_draft",
  );
  await sequelize.query('ALTER TABLE properties DROP COLUMN is_draft');
}
