import type { CreationOptional, InferAttributes, InferCreationAttributes, Model, Sequelize } from 'sequelize';
import type { ErasureStatus } from '#shared/contracts/privacy.ts';
import { primaryKey, reference, text, time, unstamped } from '../columns.ts';

/** A person's wish to be forgotten. What is left of a completed one is that there was one, and when. */
export interface ErasureRequestModel
  extends Model<InferAttributes<ErasureRequestModel>, InferCreationAttributes<ErasureRequestModel>> {
  id: CreationOptional<number>;
  user_id: number | null;
  status: ErasureStatus;
  reason: string | null;
  answer: string | null;
  requested_at: Date;
  decided_at: Date | null;
}

export function definePrivacyModels(sequelize: Sequelize) {
  return {
    ErasureRequest: sequelize.define<ErasureRequestModel>(
      'ErasureRequest',
      {
        id: primaryKey,
        user_id: reference({ required: false }),
        status: { ...text({ required: true }), defaultValue: 'open' },
        reason: text({ required: false }),
        answer: text({ required: false }),
        requested_at: time({ required: true }),
        decided_at: time({ required: false }),
      },
      { ...unstamped, tableName: 'erasure_requests' },
    ),
  };
}
