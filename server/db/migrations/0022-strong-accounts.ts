import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const primaryKey = { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true };
const time = { type: DataTypes.DATE, allowNull: false };
const optionalTime = { type: DataTypes.DATE };
const hash = { type: DataTypes.STRING(64), allowNull: false };
const user = {
  type: DataTypes.INTEGER,
  allowNull: false,
  references: { model: 'users', key: 'id' },
  onDelete: 'CASCADE',
  onUpdate: 'CASCADE',
};

/**
 * Second factors, the devices an account was used from, and when a session's owner last proved who they are. Sessions
 * that are open have not done so again; no device of an earlier account is known.
 */
export async function up({ queryInterface, database }: MigrationContext): Promise<void> {
  await database.sequelize.transaction(async (transaction) => {
    await queryInterface.addColumn('sessions', 'confirmed_at', optionalTime, { transaction });
    await queryInterface.addIndex('sessions', ['created_at'], { name: 'sessions_created_at', transaction });
    await queryInterface.createTable(
      'totp_factors',
      {
        user_id: { ...user, primaryKey: true },
        secret: { type: DataTypes.TEXT, allowNull: false },
        last_step: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
        created_at: time,
        confirmed_at: optionalTime,
      },
      { transaction },
    );
    await queryInterface.createTable(
      'recovery_codes',
      { id: primaryKey, user_id: user, code_hash: hash, created_at: time, used_at: optionalTime },
      { transaction },
    );
    await queryInterface.addIndex('recovery_codes', ['user_id', 'code_hash'], {
      name: 'recovery_codes_of_user',
      unique: true,
      transaction,
    });
    await queryInterface.createTable(
      'known_devices',
      {
        id: primaryKey,
        user_id: user,
        device_hash: hash,
        first_used_at: time,
        last_used_at: time,
        told_at: optionalTime,
      },
      { transaction },
    );
    await queryInterface.addIndex('known_devices', ['user_id', 'device_hash'], {
      name: 'known_devices_of_user',
      unique: true,
      transaction,
    });
    await queryInterface.addIndex('known_devices', ['last_used_at'], {
      name: 'known_devices_last_used_at',
      transaction,
    });
  });
}

export async function down({ queryInterface, database }: MigrationContext): Promise<void> {
  for (const table of ['known_devices', 'recovery_codes', 'totp_factors'])
    await queryInterface.dropTable(table);
  await database.sequelize.query('DROP INDEX sessions_created_at');
  // In SQL of our own: on SQLite the library would make the table anew, and lose its keys and indexes.
  await database.sequelize.query('ALTER TABLE sessions DROP COLUMN confirmed_at');
}
