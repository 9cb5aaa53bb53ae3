import type { CreationOptional, InferAttributes, InferCreationAttributes, Model, Sequelize } from 'sequelize';
import { primaryKey, reference, stamped, text, time } from '../columns.ts';

export interface SavedReplyModel
  extends Model<InferAttributes<SavedReplyModel>, InferCreationAttributes<SavedReplyModel>> {
  id: CreationOptional<number>;
  agent_id: number;
  title: string;
  text: string;
  created_at: CreationOptional<Date>;
  updated_at: CreationOptional<Date>;
}

export function defineSavedReplyModels(sequelize: Sequelize) {
  return {
    SavedReply: sequelize.define<SavedReplyModel>(
      'SavedReply',
      {
        id: primaryKey,
        agent_id: reference({ required: true }),
        title: text({ required: true }),
        text: text({ required: true }),
        created_at: time({ required: true }),
        updated_at: time({ required: true }),
      },
      { ...stamped, tableName: 'saved_replies' },
    ),
  };
}
