import type { MigrationContext } from '../migration.ts';

/**
 * Which public listings appeared, changed or went away, written by the database itself in the transaction of the change: what
 * processes keep in memory follows it, whoever made the change and however.
 */
export async function up({ database: { dialect, sequelize } }: MigrationContext): Promise<void> {
  for (const sql of dialect === 'sqlite' ? sqlite : postgres) await sequelize.query(sql);
}

export async function down({ database: { dialect, sequelize } }: MigrationContext): Promise<void> {
  for (const [name, table] of Object.entries(triggers))
    await sequelize.query(dialect === 'sqlite' ? `DROP TRIGGER ${name}` : `DROP TRIGGER ${name} ON ${table}`);
  if (dialect === 'postgres')
    for (const name of ['listing_changed', 'agent_of_listings_changed', 'building_of_listings_changed'])
      await sequelize.query(`DROP FUNCTION ${name}()`);
  await sequelize.query('DROP TABLE listing_changes');
}

const triggers = {
  listing_changes_insert: 'properties',
  listing_changes_update: 'properties',
  listing_changes_delete: 'properties',
  listing_changes_agent: 'users',
  listing_changes_building: 'buildings',
};

/** Of an account what its listings show of their agent. */
const AGENT_COLUMNS = 'name, email, contact_email, phone, avatar_url';

const log = (listings: string) => `INSERT INTO listing_changes (property_id) ${listings}`;
const ofListings = (condition: string) =>
  log(`SELECT id FROM properties WHERE ${condition} AND moderation_status = 'active'`);

const sqlite = [
  `CREATE TABLE listing_changes (
    id INTEGER PRIMARY KEY AUTOINCREMENT, property_id INTEGER NOT NULL, changed_at INTEGER NOT NULL DEFAULT (unixepoch())
  )`,
  `CREATE TRIGGER listing_changes_insert AFTER INSERT ON properties WHEN new.moderation_status = 'active'
  BEGIN ${log('VALUES (new.id)')}; END`,
  `CREATE TRIGGER listing_changes_update AFTER UPDATE ON properties
  WHEN new.moderation_status = 'active' OR old.moderation_status = 'active' BEGIN ${log('VALUES (new.id)')}; END`,
  `CREATE TRIGGER listing_changes_delete AFTER DELETE ON properties WHEN old.moderation_status = 'active'
  BEGIN ${log('VALUES (old.id)')}; END`,
  `CREATE TRIGGER listing_changes_agent AFTER UPDATE OF ${AGENT_COLUMNS} ON users
  BEGIN ${ofListings('agent_id = new.id')}; END`,
  `CREATE TRIGGER listing_changes_building AFTER UPDATE OF name ON buildings
  BEGIN ${ofListings('building_id = new.id')}; END`,
];

const triggerFunction = (name: string, statement: string) =>
  `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${statement}; RETURN NULL; END $$`;

/** Transactions commit in another order than they begin in: what is settled is told by their numbers, see `ListingChanges`. */
const postgres = [
  `CREATE TABLE listing_changes (
    transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(), property_id integer NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT now()
  )`,
  'CREATE INDEX listing_changes_transaction ON listing_changes (transaction_id)',
  triggerFunction('listing_changed', log('VALUES (COALESCE(NEW.id, OLD.id))')),
  triggerFunction('agent_of_listings_changed', ofListings('agent_id = NEW.id')),
  triggerFunction('building_of_listings_changed', ofListings('building_id = NEW.id')),
  `CREATE TRIGGER listing_changes_insert AFTER INSERT ON properties FOR EACH ROW
  WHEN (NEW.moderation_status = 'active') EXECUTE FUNCTION listing_changed()`,
  `CREATE TRIGGER listing_changes_update AFTER UPDATE ON properties FOR EACH ROW
  WHEN (NEW.moderation_status = 'active' OR OLD.moderation_status = 'active') EXECUTE FUNCTION listing_changed()`,
  `CREATE TRIGGER listing_changes_delete AFTER DELETE ON properties FOR EACH ROW
  WHEN (OLD.moderation_status = 'active') EXECUTE FUNCTION listing_changed()`,
  `CREATE TRIGGER listing_changes_agent AFTER UPDATE OF ${AGENT_COLUMNS} ON users FOR EACH ROW
  EXECUTE FUNCTION agent_of_listings_changed()`,
  `CREATE TRIGGER listing_changes_building AFTER UPDATE OF name ON buildings FOR EACH ROW
  EXECUTE FUNCTION building_of_listings_changed()`,
];
