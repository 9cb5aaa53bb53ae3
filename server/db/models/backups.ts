import type { CreationOptional, InferAttributes, InferCreationAttributes, Model, Sequelize } from 'sequelize';
import { primaryKey, text, time, unstamped } from '../columns.ts';

/** One time the schedule made a backup, or failed to. */
export interface BackupRunModel
  extends Model<InferAttributes<BackupRunModel>, InferCreationAttributes<BackupRunModel>> {
  id: CreationOptional<number>;
  started_at: Date;
  ended_at: Date;
  /** Null when there is none. */
  file_name: string | null;
  /** Why there is none. */
  error: string | null;
}

export function defineBackupModels(sequelize: Sequelize) {
  return {
    BackupRun: sequelize.define<BackupRunModel>(
      'BackupRun',
      {
        id: primaryKey,
        started_at: time({ required: true }),
        ended_at: time({ required: true }),
        file_name: text({ required: false }),
        error: text({ required: false }),
      },
      { ...unstamped, tableName: 'backup_runs' },
    ),
  };
}
