import type { InferAttributes, InferCreationAttributes, Model, Sequelize } from 'sequelize';
import { DataTypes } from 'sequelize';
import { integer, primaryKey, text, time, unstamped } from '../columns.ts';

/** Who did what to what. Rows are only ever added, by `recordAudit` alone. */
interface AuditEntryModel
  extends Model<InferAttributes<AuditEntryModel>, InferCreationAttributes<AuditEntryModel>> {
  id: number;
  /** No reference: entries never change, so the id stays when the account goes. */
  actor_id: number | null;
  /** Kept as text too: the entry must still name the actor after the account is gone. */
  actor_name: string;
  action: string;
  entity_type: string;
  entity_id: number | null;
  before: unknown;
  after: unknown;
  reason: string | null;
  address: string | null;
  created_at: Date;
  /** See auditChain.ts. */
  hash: string;
  previous_hash: string;
}

export function defineAuditModels(sequelize: Sequelize) {
  return {
    AuditEntry: sequelize.define<AuditEntryModel>(
      'AuditEntry',
      {
        id: primaryKey,
        actor_id: integer({ required: false }),
        actor_name: text({ required: true }),
        action: text({ required: true }),
        entity_type: text({ required: true }),
        entity_id: integer({ required: false }),
        before: { type: DataTypes.JSON },
        after: { type: DataTypes.JSON },
        reason: text({ required: false }),
        address: text({ required: false }),
        created_at: time({ required: true }),
        hash: { type: DataTypes.STRING(64), allowNull: false },
        previous_hash: { type: DataTypes.STRING(64), allowNull: false },
      },
      { ...unstamped, tableName: 'audit_entries' },
    ),
  };
}
