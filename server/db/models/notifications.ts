import type { CreationOptional, InferAttributes, InferCreationAttributes, Model, Sequelize } from 'sequelize';
import { primaryKey, reference, text, time, unstamped } from '../columns.ts';

export interface NotificationModel
  extends Model<InferAttributes<NotificationModel>, InferCreationAttributes<NotificationModel>> {
  id: CreationOptional<number>;
  user_id: number;
  type: 'info' | 'success' | 'warning' | 'error';
  title: string;
  message: string;
  action_label: string | null;
  action_url: string | null;
  created_at: Date;
  read_at: Date | null;
}

export function defineNotificationModels(sequelize: Sequelize) {
  return {
    Notification: sequelize.define<NotificationModel>(
      'Notification',
      {
        id: primaryKey,
        user_id: reference({ required: true }),
        type: text({ required: true }),
        title: text({ required: true }),
        message: text({ required: true }),
        action_label: text({ required: false }),
        action_url: text({ required: false }),
        created_at: time({ required: true }),
        read_at: time({ required: false }),
      },
      { ...unstamped, tableName: 'notifications' },
    ),
  };
}
