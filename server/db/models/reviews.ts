import type { CreationOptional, InferAttributes, InferCreationAttributes, Model, Sequelize } from 'sequelize';
import { integer, primaryKey, reference, stamped, text, time } from '../columns.ts';

export interface ReviewModel
  extends Model<InferAttributes<ReviewModel>, InferCreationAttributes<ReviewModel>> {
  id: CreationOptional<number>;
  agent_id: number;
  /** Null once the reviewer's account is gone. */
  reviewer_id: number | null;
  rating: number;
  comment: string;
  created_at: CreationOptional<Date>;
  updated_at: CreationOptional<Date>;
}

export function defineReviewModels(sequelize: Sequelize) {
  return {
    Review: sequelize.define<ReviewModel>(
      'Review',
      {
        id: primaryKey,
        agent_id: reference({ required: true }),
        reviewer_id: reference({ required: false }),
        rating: integer({ required: true }),
        comment: text({ required: true }),
        created_at: time({ required: true }),
        updated_at: time({ required: true }),
      },
      { ...stamped, tableName: 'reviews' },
    ),
  };
}
