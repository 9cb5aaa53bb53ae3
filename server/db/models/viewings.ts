import type {
  CreationOptional,
  InferAttributes,
  InferCreationAttributes,
  Model,
  NonAttribute,
  Sequelize,
} from 'sequelize';
import type { ViewingStatus } from '#shared/contracts/viewings.ts';
import { primaryKey, reference, stamped, text, time } from '../columns.ts';
import type { PropertyModel } from './properties.ts';

export interface ViewingModel
  extends Model<InferAttributes<ViewingModel>, InferCreationAttributes<ViewingModel>> {
  id: CreationOptional<number>;
  property_id: number;
  agent_id: number;
  user_id: number;
  starts_at: Date;
  ends_at: Date;
  status: CreationOptional<ViewingStatus>;
  note: string | null;
  created_at: CreationOptional<Date>;
  updated_at: CreationOptional<Date>;
  property?: NonAttribute<PropertyModel | null>;
}

export function defineViewingModels(sequelize: Sequelize) {
  return {
    Viewing: sequelize.define<ViewingModel>(
      'Viewing',
      {
        id: primaryKey,
        property_id: reference({ required: true }),
        agent_id: reference({ required: true }),
        user_id: reference({ required: true }),
        starts_at: time({ required: true }),
        ends_at: time({ required: true }),
        status: { ...text({ required: true }), defaultValue: 'requested' },
        note: text({ required: false }),
        created_at: time({ required: true }),
        updated_at: time({ required: true }),
      },
      { ...stamped, tableName: 'viewings' },
    ),
  };
}
