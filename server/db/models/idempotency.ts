import type { InferAttributes, InferCreationAttributes, Model, Sequelize } from 'sequelize';
import { DataTypes } from 'sequelize';
import { text, time, unstamped } from '../columns.ts';

/** A change that a client asked for under a key of its own, and that was made. */
interface IdempotencyKeyModel
  extends Model<InferAttributes<IdempotencyKeyModel>, InferCreationAttributes<IdempotencyKeyModel>> {
  user_id: number;
  key: string;
  /** SHA-256, hex, of method, path and body: a key belongs to one request. */
  request_hash: string;
  created_at: Date;
}

export function defineIdempotencyModels(sequelize: Sequelize) {
  return {
    IdempotencyKey: sequelize.define<IdempotencyKeyModel>(
      'IdempotencyKey',
      {
        user_id: { type: DataTypes.INTEGER, primaryKey: true },
        key: { type: DataTypes.STRING(64), primaryKey: true },
        request_hash: text({ required: true }),
        created_at: time({ required: true }),
      },
      { ...unstamped, tableName: 'idempotency_keys' },
    ),
  };
}
