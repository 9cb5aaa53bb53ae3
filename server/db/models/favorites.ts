import type { CreationOptional, InferAttributes, InferCreationAttributes, Model, Sequelize } from 'sequelize';
import { primaryKey, reference, time, unstamped } from '../columns.ts';

export interface FavoriteModel
  extends Model<InferAttributes<FavoriteModel>, InferCreationAttributes<FavoriteModel>> {
  id: CreationOptional<number>;
  user_id: number;
  property_id: number;
  created_at: Date;
}

export function defineFavoriteModels(sequelize: Sequelize) {
  return {
    Favorite: sequelize.define<FavoriteModel>(
      'Favorite',
      {
        id: primaryKey,
        user_id: reference({ required: true }),
        property_id: reference({ required: true }),
        created_at: time({ required: true }),
      },
      { ...unstamped, tableName: 'favorites' },
    ),
  };
}
