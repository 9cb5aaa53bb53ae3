import type { InferAttributes, InferCreationAttributes, Model, Sequelize } from 'sequelize';
import { DataTypes } from 'sequelize';
import { integer, reference, time, unstamped } from '../columns.ts';

/** A stored picture, named by the SHA-256 of its bytes as stored (WebP). */
interface MediaModel extends Model<InferAttributes<MediaModel>, InferCreationAttributes<MediaModel>> {
  hash: string;
  width: number;
  height: number;
  bytes: number;
  uploaded_by: number | null;
  /** When it was last sent or put to use; see keeping.ts. */
  created_at: Date;
}

export function defineMediaModels(sequelize: Sequelize) {
  return {
    Media: sequelize.define<MediaModel>(
      'Media',
      {
        hash: { type: DataTypes.STRING(64), primaryKey: true },
        width: integer({ required: true }),
        height: integer({ required: true }),
        bytes: integer({ required: true }),
        uploaded_by: reference({ required: false }),
        created_at: time({ required: true }),
      },
      { ...unstamped, tableName: 'media' },
    ),
  };
}
