import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

/** Which words of a review its answer is given to. And idempotency keys of guests, too: what they send is done once. */
export async function up(context: MigrationContext): Promise<void> {
  const { queryInterface, database } = context;
  await queryInterface.addColumn('reviews', 'version', { ...number, allowNull: false, defaultValue: 1 });
  await queryInterface.addColumn('reviews', 'answered_version', number);
  await database.sequelize.query(markRewritten[database.dialect]);
  await database.sequelize.query('UPDATE reviews SET answered_version = 1 WHERE answer IS NOT NULL');
  await database.sequelize.query(
    'UPDATE reviews SET version = 2 WHERE answer IS NOT NULL AND updated_at > answered_at',
  );
  await renewKeys(context, {
    id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
    user_id: { ...owner, allowNull: true },
    key: { ...key, allowNull: false },
  });
  await queryInterface.addIndex('idempotency_keys', ['user_id', 'key'], { unique: true });
  await database.sequelize.query(
    'CREATE UNIQUE INDEX idempotency_keys_of_guests ON idempotency_keys (key) WHERE user_id IS NULL',
  );
}

export async function down(context: MigrationContext): Promise<void> {
  await context.database.sequelize.query('DELETE FROM idempotency_keys WHERE user_id IS NULL');
  await renewKeys(context, { user_id: { ...owner, primaryKey: true }, key: { ...key, primaryKey: true } });
  const { dialect, sequelize } = context.database;
  await sequelize.query(`DROP TRIGGER reviews_mark_rewritten${dialect === 'postgres' ? ' ON reviews' : ''}`);
  for (const column of ['answered_version', 'version'])
    await sequelize.query(`ALTER TABLE reviews DROP COLUMN ${column}`);
}

const number = { type: DataTypes.INTEGER };

/** The agent's line of whoever rewrites a review is brought up to date, as by the triggers of 0028. */
const markRewritten = {
  sqlite: `CREATE TRIGGER reviews_mark_rewritten AFTER UPDATE OF version ON reviews BEGIN
      INSERT INTO client_marks (agent_id, person_key) VALUES (NEW.agent_id, 'review-' || NEW.id);
      INSERT INTO client_marks (agent_id, person_key)
        SELECT NEW.agent_id, 'user-' || NEW.reviewer_id WHERE NEW.reviewer_id IS NOT NULL;
    END`,
  postgres: `CREATE TRIGGER reviews_mark_rewritten AFTER UPDATE OF version ON reviews
    FOR EACH ROW EXECUTE FUNCTION mark_clients_of_reviews()`,
};

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
