import type {
  CreationOptional,
  InferAttributes,
  InferCreationAttributes,
  Model,
  NonAttribute,
  Sequelize,
} from 'sequelize';
import { DataTypes } from 'sequelize';
import type { Role, UserStatus } from '#shared/contracts/auth.ts';
import { flag, primaryKey, reference, stamped, text, time, unstamped } from '../columns.ts';
import type { AgentProfileModel } from './agents.ts';

export interface UserModel extends Model<InferAttributes<UserModel>, InferCreationAttributes<UserModel>> {
  id: CreationOptional<number>;
  name: string;
  /** Trimmed and lower case. */
  email: string;
  password_hash: string;
  phone: CreationOptional<string | null>;
  role: CreationOptional<Role>;
  status: CreationOptional<UserStatus>;
  avatar_url: CreationOptional<string | null>;
  created_at: CreationOptional<Date>;
  updated_at: CreationOptional<Date>;
  agentProfile?: NonAttribute<AgentProfileModel | null>;
}

interface SessionModel
  extends Model<InferAttributes<SessionModel>, InferCreationAttributes<SessionModel>> {
  id: CreationOptional<number>;
  user_id: number;
  /** SHA-256 of the token, hex: a copy of the table opens nothing. */
  token_hash: string;
  remember: boolean;
  address: string | null;
  user_agent: string | null;
  created_at: Date;
  last_used_at: Date;
}

export interface LoginFailureModel
  extends Model<InferAttributes<LoginFailureModel>, InferCreationAttributes<LoginFailureModel>> {
  /** Account and address, hashed: the table names no one. */
  key: string;
  failures: number;
  locked_until: Date | null;
  updated_at: Date;
}

interface PasswordResetModel
  extends Model<InferAttributes<PasswordResetModel>, InferCreationAttributes<PasswordResetModel>> {
  id: CreationOptional<number>;
  user_id: number;
  token_hash: string;
  expires_at: Date;
  used_at: Date | null;
  created_at: Date;
}

export function defineAuthModels(sequelize: Sequelize) {
  return {
    User: sequelize.define<UserModel>(
      'User',
      {
        id: primaryKey,
        name: text({ required: true }),
        email: text({ required: true }),
        password_hash: text({ required: true }),
        phone: text({ required: false }),
        role: { ...text({ required: true }), defaultValue: 'user' },
        status: { ...text({ required: true }), defaultValue: 'active' },
        avatar_url: text({ required: false }),
        created_at: time({ required: true }),
        updated_at: time({ required: true }),
      },
      { ...stamped, tableName: 'users' },
    ),
    Session: sequelize.define<SessionModel>(
      'Session',
      {
        id: primaryKey,
        user_id: reference({ required: true }),
        token_hash: text({ required: true }),
        remember: flag(false),
        address: text({ required: false }),
        user_agent: text({ required: false }),
        created_at: time({ required: true }),
        last_used_at: time({ required: true }),
      },
      { ...unstamped, tableName: 'sessions' },
    ),
    LoginFailure: sequelize.define<LoginFailureModel>(
      'LoginFailure',
      {
        key: { type: DataTypes.STRING(64), primaryKey: true },
        failures: { type: DataTypes.INTEGER, allowNull: false },
        locked_until: time({ required: false }),
        updated_at: time({ required: true }),
      },
      { ...unstamped, tableName: 'login_failures' },
    ),
    PasswordReset: sequelize.define<PasswordResetModel>(
      'PasswordReset',
      {
        id: primaryKey,
        user_id: reference({ required: true }),
        token_hash: text({ required: true }),
        expires_at: time({ required: true }),
        used_at: time({ required: false }),
        created_at: time({ required: true }),
      },
      { ...unstamped, tableName: 'password_resets' },
    ),
  };
}
