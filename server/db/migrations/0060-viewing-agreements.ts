import { DataTypes, QueryTypes, type Sequelize } from 'sequelize';
import type { Dialect } from '../connection.ts';
import type { MigrationContext } from '../migration.ts';

const added = {
  /** Of a listing that is gone. */
  property_title: DataTypes.TEXT,
  property_address: DataTypes.TEXT,
  /** Another time for a confirmed viewing, and the side that proposes it. */
  proposed_at: DataTypes.DATE,
  proposed_by: DataTypes.TEXT,
  /** The reason of an end that neither side decided. */
  end_reason: DataTypes.TEXT,
  /** When the request or the proposal had no answer before its time. */
  lapsed_at: DataTypes.DATE,
  answer_reminder_at: DataTypes.DATE,
};

const reference = (table: string, onDelete: 'CASCADE' | 'SET NULL') => ({
  type: DataTypes.INTEGER,
  references: { model: table, key: 'id' },
  onDelete,
  onUpdate: 'CASCADE',
});

/** Whom a viewing is about; each may be gone before the viewing. */
const parents = { property_id: 'properties', agent_id: 'users', user_id: 'users' } as const;
const columns = Object.keys(parents) as (keyof typeof parents)[];
const indexes = [
  ['agent_id', 'starts_at'],
  ['user_id', 'starts_at'],
  ['property_id'],
  ['agent_id', 'user_id'],
];

/** A viewing is an agreement: its history stays, and it outlives its listing and the accounts of both sides. */
export async function up(context: MigrationContext): Promise<void> {
  const { queryInterface, database } = context;
  const { sequelize, dialect } = database;
  for (const [name, type] of Object.entries(added))
    await queryInterface.addColumn('viewings', name, { type });
  await queryInterface.addColumn('viewings', 'revision', {
    type: DataTypes.INTEGER,
    allowNull: false,
    defaultValue: 0,
  });
  await refer(context, { isOptional: true });
  await queryInterface.createTable('viewing_events', {
    id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
    viewing_id: {
      type: DataTypes.INTEGER,
      allowNull: false,
      references: { model: 'viewings', key: 'id' },
      onDelete: 'CASCADE',
      onUpdate: 'CASCADE',
    },
    actor_id: {
      type: DataTypes.INTEGER,
      references: { model: 'users', key: 'id' },
      onDelete: 'SET NULL',
      onUpdate: 'CASCADE',
    },
    /** Null: nobody's act, as when the listing was sold. */
    side: { type: DataTypes.TEXT },
    kind: { type: DataTypes.TEXT, allowNull: false },
    starts_at: { type: DataTypes.DATE, allowNull: false },
    reason: { type: DataTypes.TEXT },
    created_at: { type: DataTypes.DATE, allowNull: false },
  });
  await queryInterface.addIndex('viewing_events', {
    fields: ['viewing_id', 'id'],
    name: 'viewing_events_viewing_id',
  });
  await queryInterface.addIndex('viewing_events', { fields: ['actor_id'], name: 'viewing_events_actor_id' });
  await queryInterface.addColumn('viewings', 'inquiry_id', reference('inquiries', 'SET NULL'));
  await queryInterface.addIndex('viewings', { fields: ['inquiry_id'], name: 'viewings_inquiry_id' });
  await queryInterface.createTable('slot_offers', {
    id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
    agent_id: { ...reference('users', 'CASCADE'), allowNull: false },
    property_id: reference('properties', 'SET NULL'),
    user_id: reference('users', 'CASCADE'),
    inquiry_id: reference('inquiries', 'CASCADE'),
    slots: { type: DataTypes.JSON, allowNull: false },
    viewing_id: reference('viewings', 'SET NULL'),
    created_at: { type: DataTypes.DATE, allowNull: false },
  });
  for (const column of ['agent_id', 'property_id', 'user_id', 'inquiry_id', 'viewing_id'])
    await queryInterface.addIndex('slot_offers', { fields: [column], name: `slot_offers_${column}` });
  const story = 'INSERT INTO viewing_events (viewing_id, actor_id, side, kind, starts_at, created_at)';
  await sequelize.query(
    `${story} SELECT id, user_id, 'user', 'requested', starts_at, created_at FROM viewings ORDER BY id`,
  );
  // Earlier rows do not say whose decision it was.
  await sequelize.query(
    `${story} SELECT id, NULL, NULL, status, starts_at, updated_at FROM viewings WHERE status <> 'requested' ORDER BY id`,
  );
  // Nobody is told now of what went by long ago.
  await sequelize.query(
    "UPDATE viewings SET lapsed_at = starts_at WHERE status IN ('requested', 'proposed') AND starts_at <= CURRENT_TIMESTAMP",
  );
  await sequelize.query(
    `CREATE INDEX viewings_to_answer ON viewings (starts_at) WHERE status IN ('requested', 'proposed') AND lapsed_at IS NULL`,
  );
  await retrigger(sequelize, dialect, { isOptional: true });
}

export async function down(context: MigrationContext): Promise<void> {
  const { queryInterface, database } = context;
  const { sequelize, dialect } = database;
  await sequelize.query('DROP INDEX viewings_to_answer');
  await queryInterface.dropTable('slot_offers');
  await queryInterface.removeIndex('viewings', 'viewings_inquiry_id');
  await queryInterface.dropTable('viewing_events');
  const gone = columns.map((column) => `${column} IS NULL`).join(' OR ');
  await sequelize.query(`DELETE FROM viewings WHERE ${gone}`);
  await refer(context, { isOptional: false });
  await retrigger(sequelize, dialect, { isOptional: false });
  for (const name of [...Object.keys(added), 'revision', 'inquiry_id'])
    await sequelize.query(`ALTER TABLE viewings DROP COLUMN ${name}`);
}

interface Reference {
  /** Optional: set to null with the parent. Otherwise the viewing goes with it. */
  isOptional: boolean;
}

async function refer(
  { queryInterface, database }: MigrationContext,
  { isOptional }: Reference,
): Promise<void> {
  const { sequelize, dialect } = database;
  const onDelete = isOptional ? 'SET NULL' : 'CASCADE';
  const run = (sql: string) => sequelize.query(sql);
  if (dialect === 'postgres') {
    for (const column of columns) {
      await run(`ALTER TABLE viewings ALTER COLUMN ${column} ${isOptional ? 'DROP' : 'SET'} NOT NULL`);
      await run(`ALTER TABLE viewings DROP CONSTRAINT viewings_${column}_fkey`);
      await run(
        `ALTER TABLE viewings ADD CONSTRAINT viewings_${column}_fkey FOREIGN KEY (${column})
          REFERENCES ${parents[column]} (id) ON UPDATE CASCADE ON DELETE ${onDelete}`,
      );
    }
    return;
  }
  // SQLite changes no column: each is copied to a new one. Triggers that name it are laid aside meanwhile.
  const triggers = await sequelize.query<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%viewings%'",
    { type: QueryTypes.SELECT },
  );
  for (const { name } of triggers) await run(`DROP TRIGGER ${name}`);
  for (const fields of indexes)
    await queryInterface.removeIndex('viewings', ['viewings', ...fields].join('_'));
  for (const column of columns) {
    // A column that is added later cannot be NOT NULL without a default: there, the rows say it.
    await run(
      `ALTER TABLE viewings ADD COLUMN new_${column} INTEGER REFERENCES ${parents[column]} (id) ON DELETE ${onDelete} ON UPDATE CASCADE`,
    );
    await run(`UPDATE viewings SET new_${column} = ${column}`);
    await run(`ALTER TABLE viewings DROP COLUMN ${column}`);
    await run(`ALTER TABLE viewings RENAME COLUMN new_${column} TO ${column}`);
  }
  for (const fields of indexes)
    await queryInterface.addIndex('viewings', { fields, name: ['viewings', ...fields].join('_') });
  for (const { sql } of triggers) await run(sql);
}

/** The marks of the Desk (0028): a viewing without one of its sides marks no client. */
async function retrigger(sequelize: Sequelize, dialect: Dialect, { isOptional }: Reference): Promise<void> {
  const mark = (row: 'OLD' | 'NEW', also = '') => {
    const isWhole = isOptional ? `${row}.agent_id IS NOT NULL AND ${row}.user_id IS NOT NULL` : '1 = 1';
    const byAccount = `INSERT INTO client_marks (agent_id, person_key)
      SELECT ${row}.agent_id, 'user-' || ${row}.user_id WHERE ${isWhole}${also};`;
    if (!isOptional) return byAccount;
    // A visitor without an account is the sender of the inquiry, as 0028 names them.
    return `${byAccount}
      INSERT INTO client_marks (agent_id, person_key) SELECT ${row}.agent_id,
        CASE WHEN trim(i.email) = '' OR i.email LIKE '%.invalid' THEN 'inquiry-' || i.id ELSE 'email-' || lower(trim(i.email)) END
        FROM inquiries i WHERE i.id = ${row}.inquiry_id AND ${row}.user_id IS NULL AND ${row}.agent_id IS NOT NULL;`;
  };
  const always = ['agent_id', 'user_id', 'starts_at', 'ends_at', 'status'];
  const watched = isOptional ? [...always, 'proposed_at', 'lapsed_at'] : always;
  const moved = ['agent_id', 'user_id']
    .map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`)
    .join(' OR ');
  const bodies = {
    INSERT: mark('NEW'),
    UPDATE: `${mark('OLD', ` AND (${moved})`)}\n${mark('NEW')}`,
    DELETE: mark('OLD'),
  };
  if (dialect === 'postgres') {
    await sequelize.query(`CREATE OR REPLACE FUNCTION mark_clients_of_viewings() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_OP = 'INSERT' THEN ${bodies.INSERT} RETURN NEW; END IF;
      IF TG_OP = 'UPDATE' THEN ${bodies.UPDATE} RETURN NEW; END IF;
      ${bodies.DELETE} RETURN OLD;
    END $$`);
    await sequelize.query('DROP TRIGGER viewings_mark_after ON viewings');
    await sequelize.query(`CREATE TRIGGER viewings_mark_after AFTER INSERT OR UPDATE OF ${watched} ON viewings
      FOR EACH ROW EXECUTE FUNCTION mark_clients_of_viewings()`);
    return;
  }
  for (const [event, body] of Object.entries(bodies)) {
    const name = `viewings_mark_${event.toLowerCase()}`;
    const moment = event === 'DELETE' ? 'BEFORE' : 'AFTER';
    const of = event === 'UPDATE' ? ` OF ${watched}` : '';
    await sequelize.query(`DROP TRIGGER ${name}`);
    await sequelize.query(`CREATE TRIGGER ${name} ${moment} ${event}${of} ON viewings BEGIN ${body} END`);
  }
}
