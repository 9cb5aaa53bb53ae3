import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const TABLE = 'contact_verifications';

const indexes: [name: string, on: string][] = [
  [`${TABLE}_of_user`, `${TABLE} (user_id, kind)`],
  [`${TABLE}_value`, `${TABLE} (value)`],
  [`${TABLE}_age`, `${TABLE} (created_at)`],
  // What was written without an account is found by the address it names.
  ['inquiries_email', 'inquiries (email)'],
];

/** Which addresses and numbers are confirmed, and the links and codes that confirm them. */
export async function up({ queryInterface, database }: MigrationContext): Promise<void> {
  await queryInterface.addColumn('users', 'email_verified_at', { type: DataTypes.DATE });
  await queryInterface.addColumn('users', 'phone_verified_at', { type: DataTypes.DATE });
  await queryInterface.addColumn('users', 'pending_email', { type: DataTypes.TEXT });
  // Nobody was asked until now: people who have used their account all along must not lose their mails.
  await database.sequelize.query('UPDATE users SET email_verified_at = created_at');
  await queryInterface.createTable(TABLE, {
    id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
    user_id: {
      type: DataTypes.INTEGER,
      allowNull: false,
      references: { model: 'users', key: 'id' },
      onDelete: 'CASCADE',
    },
    kind: { type: DataTypes.TEXT, allowNull: false },
    value: { type: DataTypes.TEXT, allowNull: false },
    token_hash: { type: DataTypes.TEXT, allowNull: false, unique: true },
    code_hash: { type: DataTypes.TEXT },
    tries: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
    is_asked_for: { type: DataTypes.BOOLEAN, allowNull: false },
    expires_at: { type: DataTypes.DATE, allowNull: false },
    used_at: { type: DataTypes.DATE },
    created_at: { type: DataTypes.DATE, allowNull: false },
  });
  for (const [name, on] of indexes) await database.sequelize.query(`CREATE INDEX ${name} ON ${on}`);
}

export async function down({ queryInterface, database }: MigrationContext): Promise<void> {
  await database.sequelize.query('DROP INDEX inquiries_email');
  await queryInterface.dropTable(TABLE);
  // In SQL of our own: on SQLite the library would make the table anew, and lose its keys and indexes.
  for (const name of ['pending_email', 'phone_verified_at', 'email_verified_at'])
    await database.sequelize.query(`ALTER TABLE users DROP COLUMN ${name}`);
}
