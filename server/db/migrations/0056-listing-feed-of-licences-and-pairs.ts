import type { MigrationContext } from '../migration.ts';

/**
 * Two more causes in the feed of changed listings: the licence of their agent was checked or lapsed, and a pair of listings
 * became or ceased to be one home. Without them answers that show these had to be forgotten by the clock.
 */
export async function up({ database: { dialect, sequelize } }: MigrationContext): Promise<void> {
  for (const sql of dialect === 'sqlite' ? sqlite : postgres) await sequelize.query(sql);
}

export async function down({ database: { dialect, sequelize } }: MigrationContext): Promise<void> {
  for (const [name, table] of Object.entries(triggers))
    await sequelize.query(dialect === 'sqlite' ? `DROP TRIGGER ${name}` : `DROP TRIGGER ${name} ON ${table}`);
  if (dialect === 'postgres')
    for (const name of ['license_of_listings_changed', 'pair_of_listings_changed'])
      await sequelize.query(`DROP FUNCTION ${name}()`);
}

const triggers = {
  listing_changes_license: 'agent_profiles',
  listing_changes_pair_insert: 'duplicate_pairs',
  listing_changes_pair_update: 'duplicate_pairs',
  listing_changes_pair_delete: 'duplicate_pairs',
};

const LICENSE_COLUMNS = 'license_checked_at, license_lapsed_at, license_expires_on';
const ofAgent = (id: string) =>
  `INSERT INTO listing_changes (property_id)
  SELECT id FROM properties WHERE agent_id = ${id} AND moderation_status = 'active'`;
const ofPair = (row: string) =>
  `INSERT INTO listing_changes (property_id) VALUES (${row}.older_id), (${row}.newer_id)`;

const onPair = (event: string, condition: string, row: string) =>
  `CREATE TRIGGER listing_changes_pair_${event.toLowerCase()} AFTER ${event} ON duplicate_pairs
  WHEN ${condition} BEGIN ${ofPair(row)}; END`;

const sqlite = [
  `CREATE TRIGGER listing_changes_license AFTER UPDATE OF ${LICENSE_COLUMNS} ON agent_profiles
  BEGIN ${ofAgent('new.user_id')}; END`,
  onPair('INSERT', "new.status = 'same_home'", 'new'),
  onPair('UPDATE', "new.status = 'same_home' OR old.status = 'same_home'", 'new'),
  onPair('DELETE', "old.status = 'same_home'", 'old'),
];

const triggerFunction = (name: string, statement: string) =>
  `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${statement}; RETURN NULL; END $$`;

const onPairRow = (event: string, condition: string) =>
  `CREATE TRIGGER listing_changes_pair_${event.toLowerCase()} AFTER ${event} ON duplicate_pairs FOR EACH ROW
  WHEN (${condition}) EXECUTE FUNCTION pair_of_listings_changed()`;

const postgres = [
  triggerFunction('license_of_listings_changed', ofAgent('NEW.user_id')),
  `CREATE TRIGGER listing_changes_license AFTER UPDATE OF ${LICENSE_COLUMNS} ON agent_profiles FOR EACH ROW
  EXECUTE FUNCTION license_of_listings_changed()`,
  triggerFunction(
    'pair_of_listings_changed',
    `INSERT INTO listing_changes (property_id)
    VALUES (COALESCE(NEW.older_id, OLD.older_id)), (COALESCE(NEW.newer_id, OLD.newer_id))`,
  ),
  onPairRow('INSERT', "NEW.status = 'same_home'"),
  onPairRow('UPDATE', "NEW.status = 'same_home' OR OLD.status = 'same_home'"),
  onPairRow('DELETE', "OLD.status = 'same_home'"),
];
