import type { CreationOptional, InferAttributes, InferCreationAttributes, Model, Sequelize } from 'sequelize';
import { DataTypes } from 'sequelize';
import { integer, primaryKey, reference, text, time, unstamped } from '#server/db/columns.ts';

/** Who did what to what. Rows are only ever added. */
export interface AuditEntryModel
  extends Model<InferAttributes<AuditEntryModel>, InferCreationAttributes<AuditEntryModel>> {
  id: CreationOptional<number>;
  actor_id: number | null;
  /** Kept as text too: the entry must still name the actor after the account is gone. */
  actor_name: string;
  action: string;
  entity_type: string;
  entity_id: number | null;
  before: unknown;
  after: unknown;
  address: string | null;
  created_at: Date;
}

export function defineAdminModels(sequelize: Sequelize) {
  return {
    AuditEntry: sequelize.define<AuditEntryModel>(
      'AuditEntry',
      {
        id: primaryKey,
        actor_id: reference({ required: false }),
        actor_name: text({ required: true }),
        action: text({ required: true }),
        entity_type: text({ required: true }),
        entity_id: integer({ required: false }),
        before: { type: DataTypes.JSON },
        after: { type: DataTypes.JSON },
        address: text({ required: false }),
        created_at: time({ required: true }),
      },
      { ...unstamped, tableName: 'audit_entries' },
    ),
  };
}
