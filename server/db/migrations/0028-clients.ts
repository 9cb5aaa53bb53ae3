import { DataTypes, type ModelAttributeColumnOptions, type Sequelize } from 'sequelize';
import type { MigrationContext } from '../migration.ts';

const id = { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true };
const number = { type: DataTypes.INTEGER, allowNull: false };
const time = { type: DataTypes.DATE, allowNull: false };
const words = { type: DataTypes.TEXT, allowNull: false };
const optional = (type: ModelAttributeColumnOptions['type']): ModelAttributeColumnOptions => ({ type });
const reference = (model: string, onDelete: 'CASCADE' | 'SET NULL' = 'CASCADE') => ({
  type: DataTypes.INTEGER,
  references: { model, key: 'id' },
  onDelete,
  onUpdate: 'CASCADE',
});
const stamps = { created_at: time, updated_at: time };

/**
 * An agent and a person whose line in the agent's queue is out of date, as SQL about the row `@` of a table: the condition
 * is left out where it always holds.
 */
interface Mark {
  agent: string;
  person: string;
  /** Other tables than the row itself. */
  from?: string;
  when?: string;
}

/** Nobody is reached under such an address (RFC 2606): each of these records is a person by itself. */
const SENDER = `CASE WHEN @.user_id IS NOT NULL THEN 'user-' || @.user_id
  WHEN trim(@.email) = '' OR @.email LIKE '%.invalid' THEN 'inquiry-' || @.id ELSE 'email-' || lower(trim(@.email)) END`;
const otherSide = (row: string, column: string) =>
  `CASE WHEN ${row}.${column} IS NULL THEN 'conversation-' || ${row}.id ELSE 'user-' || ${row}.${column} END`;
/** An agent may stand on either side of a conversation. */
const bothSides = (row: string): Mark[] => [
  { agent: `${row}.agent_id`, person: otherSide(row, 'user_id'), when: `${row}.agent_id IS NOT NULL` },
  {
    agent: `${row}.user_id`,
    person: otherSide(row, 'agent_id'),
    when: `EXISTS (SELECT 1 FROM users u WHERE u.id = ${row}.user_id AND u.role = 'agent')`,
  },
];

/** Records, the columns whose changes matter, and whom they are about. */
const records: Record<string, { columns: string[]; marks: Mark[] }> = {
  inquiries: {
    columns: ['agent_id', 'user_id', 'email', 'property_id', 'status', 'reply_at', 'reply_delivery'],
    marks: [{ agent: '@.agent_id', person: SENDER, when: '@.agent_id IS NOT NULL' }],
  },
  conversations: { columns: ['agent_id', 'user_id', 'property_id', 'status'], marks: bothSides('@') },
  viewings: {
    columns: ['agent_id', 'user_id', 'starts_at', 'ends_at', 'status'],
    marks: [{ agent: '@.agent_id', person: "'user-' || @.user_id" }],
  },
  // Whether its writer is named is a setting of theirs.
  reviews: {
    columns: ['agent_id', 'reviewer_id', 'answer', 'answered_at'],
    marks: [
      { agent: '@.agent_id', person: "'review-' || @.id" },
      { agent: '@.agent_id', person: "'user-' || @.reviewer_id", when: '@.reviewer_id IS NOT NULL' },
    ],
  },
};

/** Whom an account turned to. By records, as a line may be in the making at this moment. */
const AGENTS_OF = `(SELECT agent_id FROM inquiries WHERE user_id = @.id
  UNION SELECT agent_id FROM conversations WHERE user_id = @.id
  UNION SELECT user_id FROM conversations WHERE agent_id = @.id
  UNION SELECT agent_id FROM viewings WHERE user_id = @.id
  UNION SELECT agent_id FROM reviews WHERE reviewer_id = @.id) r`;

/** What is said, and what changes who somebody is: the address that joins, the role, whether they are named. */
const others: Record<string, { columns: string[]; events: string[]; marks: Mark[] }> = {
  messages: {
    columns: [],
    events: ['INSERT'],
    marks: bothSides('v').map((mark) => ({
      ...mark,
      from: 'conversations v',
      when: `v.id = @.conversation_id AND ${mark.when}`,
    })),
  },
  users: {
    columns: ['email', 'email_verified_at', 'role'],
    events: ['UPDATE', 'DELETE'],
    marks: [
      ...["'user-' || @.id", "'email-' || lower(@.email)"].map((person) => ({
        agent: 'r.agent_id',
        person,
        from: AGENTS_OF,
        when: 'r.agent_id IS NOT NULL',
      })),
      {
        agent: '@.id',
        person: "'user-' || v.agent_id",
        from: 'conversations v',
        when: "v.user_id = @.id AND v.agent_id IS NOT NULL AND @.role = 'agent'",
      },
    ],
  },
  personal_settings: {
    columns: ['settings'],
    events: ['INSERT', 'UPDATE', 'DELETE'],
    marks: [
      {
        agent: 'r.agent_id',
        person: "'review-' || r.id",
        from: 'reviews r',
        when: 'r.reviewer_id = @.user_id',
      },
      {
        agent: 'r.agent_id',
        person: "'user-' || r.reviewer_id",
        from: 'reviews r',
        when: 'r.reviewer_id = @.user_id',
      },
    ],
  },
};

function insertMark({ agent, person, from, when = '1 = 1' }: Mark, row: 'OLD' | 'NEW', also = ''): string {
  const source = from ? ` FROM ${from}` : '';
  const sql = `INSERT INTO client_marks (agent_id, person_key) SELECT ${agent}, ${person}${source} WHERE ${when}`;
  return `${sql.replaceAll('@', row)}${also};`;
}

/** What a change of each kind leaves behind: an update marks who it is about, and who it was about if that is another one. */
function bodies(marks: readonly Mark[]): Record<string, string> {
  const all = (row: 'OLD' | 'NEW') => marks.map((mark) => insertMark(mark, row)).join('\n');
  const before = marks.map((mark) => {
    const differs = [mark.agent, mark.person].map(
      (value) => `${value.replaceAll('@', 'OLD')} IS DISTINCT FROM ${value.replaceAll('@', 'NEW')}`,
    );
    return insertMark(mark, 'OLD', ` AND (${differs.join(' OR ')})`);
  });
  return { INSERT: all('NEW'), UPDATE: `${before.join('\n')}\n${all('NEW')}`, DELETE: all('OLD') };
}

function sqliteTriggers(table: string, columns: string[], events: string[], marks: Mark[]): string[] {
  return events.map((event) => {
    const of = event === 'UPDATE' ? ` OF ${columns.join(', ')}` : '';
    // What refers to a row goes before it, and could not be found any more.
    const moment = event === 'DELETE' ? 'BEFORE' : 'AFTER';
    return `CREATE TRIGGER ${table}_mark_${event.toLowerCase()} ${moment} ${event}${of} ON ${table}
      BEGIN ${bodies(marks)[event]} END`;
  });
}

function postgresTriggers(table: string, columns: string[], events: string[], marks: Mark[]): string[] {
  const { INSERT = '', UPDATE = '', DELETE = '' } = bodies(marks);
  const name = `mark_clients_of_${table}`;
  const on = (moment: string, of: string[]) => `CREATE TRIGGER ${table}_mark_${moment.toLowerCase()} ${moment}
    ${of.join(' OR ')} ON ${table} FOR EACH ROW EXECUTE FUNCTION ${name}()`;
  const after = events
    .filter((event) => event !== 'DELETE')
    .map((event) => (event === 'UPDATE' ? `UPDATE OF ${columns.join(', ')}` : event));
  const before = events.includes('DELETE') ? [on('BEFORE', ['DELETE'])] : [];
  return [
    `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_OP = 'INSERT' THEN ${INSERT} RETURN NEW; END IF;
      IF TG_OP = 'UPDATE' THEN ${UPDATE} RETURN NEW; END IF;
      ${DELETE} RETURN OLD;
    END $$`,
    on('AFTER', after),
    ...before,
  ];
}

const EVENTS = ['INSERT', 'UPDATE', 'DELETE'];
const watched = [
  ...Object.entries(records).map(([table, { columns, marks }]) => ({
    table,
    columns,
    marks,
    events: EVENTS,
  })),
  ...Object.entries(others).map(([table, each]) => ({ table, ...each })),
];

const partialIndexes = [
  'clients_needs_me ON clients (agent_id, waiting_since, id) WHERE waiting_since IS NOT NULL AND done_at IS NULL',
  `clients_awaiting ON clients (agent_id, awaiting_since, id)
    WHERE awaiting_since IS NOT NULL AND waiting_since IS NULL AND done_at IS NULL`,
  'clients_snoozed ON clients (agent_id, snoozed_until, id) WHERE snoozed_until IS NOT NULL',
  'clients_done ON clients (agent_id, done_at DESC, id DESC) WHERE done_at IS NOT NULL',
  'clients_next_action ON clients (agent_id, next_action_on, id) WHERE next_action_on IS NOT NULL',
  'clients_next_viewing ON clients (agent_id, next_viewing_at, id) WHERE next_viewing_at IS NOT NULL',
  'clients_recheck ON clients (recheck_at) WHERE recheck_at IS NOT NULL',
];

const indexes: [table: string, fields: (string | { name: string; order: 'DESC' })[], unique?: 'unique'][] = [
  ['clients', ['agent_id', 'person_key'], 'unique'],
  ['clients', ['user_id']],
  ['clients', ['agent_id', { name: 'last_at', order: 'DESC' }, { name: 'id', order: 'DESC' }]],
  ['client_notes', ['client_id', 'created_at']],
  ['client_notes', ['author_id']],
  ['client_changes', ['client_id', 'created_at']],
  ['client_changes', ['actor_id']],
  ['client_marks', ['agent_id', 'person_key']],
  ['inquiries', ['agent_id', 'user_id']],
  ['inquiries', ['agent_id', 'email', 'created_at']],
  ['inquiries', ['agent_id', { name: 'created_at', order: 'DESC' }, { name: 'id', order: 'DESC' }]],
  ['conversations', ['agent_id', 'user_id']],
  ['viewings', ['agent_id', 'user_id']],
];

/**
 * The Desk: a line for each agent and person, what the agent keeps about them, and marks of which lines are out of date.
 * Every change of a record leaves its mark by a trigger, in the same transaction: whatever changes it, and however. Marks
 * are only added and taken away, so that no two writers wait for each other.
 */
export async function up({ queryInterface, database }: MigrationContext): Promise<void> {
  const { dialect, sequelize } = database;
  await queryInterface.createTable('clients', {
    id,
    agent_id: { ...reference('users'), allowNull: false },
    person_key: words,
    user_id: reference('users'),
    kind: words,
    waiting_since: optional(DataTypes.DATE),
    waiting_for: optional(DataTypes.TEXT),
    awaiting_since: optional(DataTypes.DATE),
    last_at: time,
    last_kind: words,
    last_id: number,
    last_by: words,
    next_viewing_at: optional(DataTypes.DATE),
    recheck_at: optional(DataTypes.DATE),
    stage: { ...words, defaultValue: 'new' },
    stage_at: optional(DataTypes.DATE),
    budget_min: optional(DataTypes.DECIMAL(14, 2)),
    budget_max: optional(DataTypes.DECIMAL(14, 2)),
    wishes: optional(DataTypes.TEXT),
    next_action: optional(DataTypes.TEXT),
    next_action_on: optional(DataTypes.DATEONLY),
    snoozed_until: optional(DataTypes.DATE),
    snoozed_at: optional(DataTypes.DATE),
    due_since: optional(DataTypes.DATE),
    done_at: optional(DataTypes.DATE),
    version: { ...number, defaultValue: 0 },
    ...stamps,
  });
  await queryInterface.createTable('client_notes', {
    id,
    client_id: { ...reference('clients'), allowNull: false },
    author_id: reference('users', 'SET NULL'),
    text: words,
    ...stamps,
  });
  await queryInterface.createTable('client_changes', {
    id,
    client_id: { ...reference('clients'), allowNull: false },
    actor_id: reference('users', 'SET NULL'),
    from_stage: words,
    to_stage: words,
    created_at: time,
  });
  // No references: a mark may outlive whom it is about.
  await queryInterface.createTable('client_marks', { id, agent_id: number, person_key: words });
  for (const [table, fields, unique] of indexes) {
    const columns = fields.map((field) => (typeof field === 'string' ? field : field.name));
    const name = [table, ...columns].join('_');
    await queryInterface.addIndex(table, { fields, name, unique: unique === 'unique' });
  }
  for (const index of partialIndexes) await sequelize.query(`CREATE INDEX ${index}`);
  for (const { table, columns, events, marks } of watched) {
    const triggers = dialect === 'sqlite' ? sqliteTriggers : postgresTriggers;
    for (const statement of triggers(table, columns, events, marks)) await sequelize.query(statement);
  }
  await markEverybody(sequelize);
}

/** Everybody there is: the server makes the lines while it answers. */
export async function markEverybody(sequelize: Sequelize): Promise<void> {
  for (const [table, { marks }] of Object.entries(records))
    for (const { agent, person, when = '1 = 1' } of marks)
      await sequelize.query(
        `INSERT INTO client_marks (agent_id, person_key) SELECT DISTINCT ${agent}, ${person} FROM ${table} t WHERE ${when}`.replaceAll(
          '@',
          't',
        ),
      );
}

export async function down({ queryInterface, database }: MigrationContext): Promise<void> {
  const { dialect, sequelize } = database;
  for (const { table, events } of watched)
    if (dialect === 'sqlite')
      for (const event of events) await sequelize.query(`DROP TRIGGER ${table}_mark_${event.toLowerCase()}`);
    else await sequelize.query(`DROP FUNCTION mark_clients_of_${table}() CASCADE`);
  for (const table of ['client_marks', 'client_changes', 'client_notes', 'clients'])
    await queryInterface.dropTable(table);
  for (const [table, fields] of indexes)
    if (!table.startsWith('client')) {
      const columns = fields.map((field) => (typeof field === 'string' ? field : field.name));
      await queryInterface.removeIndex(table, [table, ...columns].join('_'));
    }
}
