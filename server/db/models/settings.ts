import type { CreationOptional, InferAttributes, InferCreationAttributes, Model, Sequelize } from 'sequelize';
import { DataTypes } from 'sequelize';
import { json, stamped, text, time } from '../columns.ts';

/** A person's own settings; what is missing from `settings` is at its default. */
interface PersonalSettingsModel
  extends Model<InferAttributes<PersonalSettingsModel>, InferCreationAttributes<PersonalSettingsModel>> {
  user_id: number;
  settings: Record<string, unknown>;
  created_at: CreationOptional<Date>;
  updated_at: CreationOptional<Date>;
}

/** The admin's settings of this installation, a row a category. */
interface SystemSettingModel
  extends Model<InferAttributes<SystemSettingModel>, InferCreationAttributes<SystemSettingModel>> {
  category: string;
  settings: Record<string, unknown>;
  created_at: CreationOptional<Date>;
  updated_at: CreationOptional<Date>;
}

export function defineSettingsModels(sequelize: Sequelize) {
  const stamps = { created_at: time({ required: true }), updated_at: time({ required: true }) };
  return {
    PersonalSettings: sequelize.define<PersonalSettingsModel>(
      'PersonalSettings',
      { user_id: { type: DataTypes.INTEGER, primaryKey: true }, settings: json({}), ...stamps },
      { ...stamped, tableName: 'personal_settings' },
    ),
    SystemSetting: sequelize.define<SystemSettingModel>(
      'SystemSetting',
      { category: { ...text({ required: true }), primaryKey: true }, settings: json({}), ...stamps },
      { ...stamped, tableName: 'system_settings' },
    ),
  };
}
