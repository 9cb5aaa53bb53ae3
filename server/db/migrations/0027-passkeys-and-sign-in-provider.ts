import { DataTypes } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const primaryKey = { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true };
const time = { type: DataTypes.DATE, allowNull: false };
const optionalTime = { type: DataTypes.DATE };
const words = { type: DataTypes.TEXT, allowNull: false };
const reference = (table: string) => ({
  type: DataTypes.INTEGER,
  references: { model: table, key: 'id' },
  onDelete: 'CASCADE',
  onUpdate: 'CASCADE',
});
const user = { ...reference('users'), allowNull: false };

/** Ways to sign in without a password, and what is open between the two calls that each of them takes. */
export async function up({ queryInterface, database }: MigrationContext): Promise<void> {
  await database.sequelize.transaction(async (transaction) => {
    const add = (table: string, columns: string[], unique: boolean) =>
      queryInterface.addIndex(table, columns, { name: `${table}_${columns.join('_')}`, unique, transaction });
    await queryInterface.createTable(
      'passkeys',
      {
        id: primaryKey,
        user_id: user,
        credential_id: words,
        public_key: words,
        counter: { type: DataTypes.BIGINT, allowNull: false },
        transports: { type: DataTypes.JSON, allowNull: false },
        name: words,
        created_at: time,
        last_used_at: optionalTime,
      },
      { transaction },
    );
    await add('passkeys', ['credential_id'], true);
    await add('passkeys', ['user_id'], false);
    await queryInterface.createTable(
      'provider_identities',
      {
        id: primaryKey,
        user_id: user,
        issuer: words,
        subject: words,
        created_at: time,
        last_used_at: time,
      },
      { transaction },
    );
    await add('provider_identities', ['issuer', 'subject'], true);
    await add('provider_identities', ['user_id'], false);
    await queryInterface.createTable(
      'sign_in_challenges',
      {
        id: primaryKey,
        kind: words,
        secret_hash: { type: DataTypes.STRING(64), allowNull: false },
        user_id: reference('users'),
        session_id: { type: DataTypes.INTEGER },
        facts: { type: DataTypes.JSON, allowNull: false },
        created_at: time,
        expires_at: time,
      },
      { transaction },
    );
    await add('sign_in_challenges', ['secret_hash'], true);
    await add('sign_in_challenges', ['created_at'], false);
    await add('sign_in_challenges', ['user_id'], false);
  });
}

export async function down({ queryInterface }: MigrationContext): Promise<void> {
  for (const table of ['sign_in_challenges', 'provider_identities', 'passkeys'])
    await queryInterface.dropTable(table);
}
