import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

/** Idempotency keys of guests, too: what they send is done once. */
export async function up(context: MigrationContext): Promise<void> {
  await renewKeys(context, {
    id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
    user_id: { ...owner, allowNull: true },
    key: { ...key, allowNull: false },
  });
  await context.queryInterface.addIndex('idempotency_keys', ['user_id', 'key'], { unique: true });
  await context.database.sequelize.query(
    'CREATE UNIQUE INDEX idempotency_keys_of_guests ON idempotency_keys (key) WHERE user_id IS NULL',
  );
}

export async function down(context: MigrationContext): Promise<void> {
  await context.database.sequelize.query('DELETE FROM idempotency_keys WHERE user_id IS NULL');
  await renewKeys(context, { user_id: { ...owner, primaryKey: true }, key: { ...key, primaryKey: true } });
}

const owner = {
  type: DataTypes.INTEGER,
  references: { model: 'users', key: 'id' },
  onDelete: 'CASCADE',
};
const key = { type: DataTypes.STRING(64) };

/** The table of other columns with the rows that it had: SQLite changes no key of a table that is there. */
async function renewKeys({ queryInterface, database: { sequelize } }: MigrationContext, columns: object) {
  const kept = 'user_id, key, request_hash, created_at';
  await sequelize.query('CREATE TABLE idempotency_keys_before AS SELECT * FROM idempotency_keys');
  await queryInterface.dropTable('idempotency_keys');
  await queryInterface.createTable('idempotency_keys', {
    ...columns,
    request_hash: { type: DataTypes.TEXT, allowNull: false },
    created_at: { type: DataTypes.DATE, allowNull: false },
  });
  await sequelize.query(`INSERT INTO idempotency_keys (${kept}) SELECT ${kept} FROM idempotency_keys_before`);
  await queryInterface.dropTable('idempotency_keys_before');
  await queryInterface.addIndex('idempotency_keys', ['created_at']);
}
