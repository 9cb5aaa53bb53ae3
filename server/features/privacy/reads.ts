import type { Model } from 'sequelize';
import type { Models } from '#server/db/models.ts';
import { readInBatches, readKeys, type SqlBuilder } from '#server/db/sql.ts';
import { sentBy } from '#server/features/auth/policy.ts';
import type { ServerContext } from '#server/features/context.ts';
import { SessionExpiredError } from '#server/http/access.ts';

/** Secrets of the account: useless to its owner, useful to a thief. */
const WITHHELD = ['password_hash', 'token_hash', 'secret', 'code_hash', 'device_hash'];

type Key = number | string;

/** The methods of a model used here, for any rows. */
interface Rows {
  readonly tableName: string;
  readonly primaryKeyAttribute: string;
  findAll(options: { where: Record<string, unknown> }): Promise<Model[]>;
}

interface Subject {
  model: keyof Models;
  /** Columns left out: an admin's own notes, and identities or addresses of other people. */
  without?: readonly string[];
  /** Condition of the person's rows; by default those with the person's `user_id`. */
  where?(sql: SqlBuilder, userId: number): string;
}

/** Rows that name the person in one of these columns. */
const named =
  (...columns: string[]) =>
  (sql: SqlBuilder, userId: number) => {
    const value = sql.bind(userId);
    return columns.map((column) => `${column} = ${value}`).join(' OR ');
  };
const ofUser = named('user_id');
const ofAgent = named('agent_id');
const ofEitherSide = named('user_id', 'agent_id');
/** Also what a person agreed on before there was an account, by their address. */
const agreed = (sql: SqlBuilder, userId: number) =>
  `${ofEitherSide(sql, userId)} OR inquiry_id IN (SELECT id FROM inquiries WHERE ${sentBy(sql.bind(userId))})`;
/** Rows that belong to the person's rows of another table. */
const within =
  (column: string, table: string, own = ofUser) =>
  (sql: SqlBuilder, userId: number) =>
    `${column} IN (SELECT id FROM ${table} WHERE ${own(sql, userId)})`;
/** Invitations to the person's confirmed address. */
const toAddress = (sql: SqlBuilder, userId: number) =>
  `email = (SELECT u.email FROM users u WHERE u.id = ${sql.bind(userId)} AND u.email_verified_at IS NOT NULL)`;

/** Files of the person, and of what others wrote to them. */
const ofOwnTalks = (sql: SqlBuilder, userId: number) => {
  const own = sql.bind(userId);
  const inquiries = `SELECT id FROM inquiries WHERE agent_id = ${own} OR ${sentBy(own)}`;
  return `owner_id = ${own} OR message_id IN (SELECT id FROM messages WHERE ${within('conversation_id', 'conversations', ofEitherSide)(sql, userId)})
    OR inquiry_id IN (${inquiries}) OR reply_id IN (SELECT id FROM inquiry_replies WHERE inquiry_id IN (${inquiries}))`;
};

/** All stored data about a person, with the database's names; messages to the person are included. */
const subjects: Record<string, Subject> = {
  account: { model: 'User', where: named('id') },
  agent_profile: { model: 'AgentProfile', without: ['license_note', 'license_checked_by'] },
  settings: { model: 'PersonalSettings' },
  sessions: { model: 'Session' },
  api_tokens: { model: 'ApiToken' },
  second_factor: { model: 'TotpFactor' },
  recovery_codes: { model: 'RecoveryCode' },
  passkeys: { model: 'Passkey' },
  provider_identities: { model: 'ProviderIdentity' },
  devices: { model: 'KnownDevice' },
  // The values left out allow writing to the device.
  push_subscriptions: { model: 'PushSubscription', without: ['endpoint', 'p256dh', 'auth'] },
  webhooks: { model: 'Webhook', without: ['previous_secret'] },
  webhook_deliveries: { model: 'WebhookDelivery', where: within('webhook_id', 'webhooks') },
  contact_verifications: { model: 'ContactVerification' },
  favorites: { model: 'Favorite' },
  saved_searches: { model: 'SavedSearch', without: ['filter', 'filter_version'] },
  saved_search_matches: { model: 'SavedSearchMatch', where: within('search_id', 'saved_searches') },
  shared_lists: {
    model: 'SharedList',
    where: (sql, userId) =>
      `id IN (SELECT list_id FROM shared_list_members WHERE ${ofUser(sql, userId)} AND role = 'owner')`,
  },
  shared_list_members: { model: 'SharedListMember' },
  shared_list_items: { model: 'SharedListItem', where: named('added_by') },
  shared_list_votes: { model: 'SharedListVote' },
  shared_list_comments: { model: 'SharedListComment' },
  // Identities of other people are left out.
  shared_list_invitations_sent: {
    model: 'SharedListInvitation',
    without: ['email'],
    where: named('invited_by'),
  },
  shared_list_invitations: { model: 'SharedListInvitation', without: ['invited_by'], where: toAddress },
  reviews_written: { model: 'Review', where: named('reviewer_id') },
  // The reviewer may be private.
  reviews_received: { model: 'Review', without: ['reviewer_id'], where: ofAgent },
  inquiries_sent: { model: 'Inquiry', where: (sql, userId) => sentBy(sql.bind(userId)) },
  inquiries_received: { model: 'Inquiry', without: ['user_id', 'email', 'phone'], where: ofAgent },
  inquiry_replies: {
    model: 'InquiryReply',
    where: (sql, userId) =>
      `author_id = ${sql.bind(userId)} OR inquiry_id IN (SELECT id FROM inquiries WHERE ${sentBy(sql.bind(userId))})`,
  },
  mails_sent: {
    model: 'IncomingMail',
    where: (sql, userId) =>
      `message_id IN (SELECT id FROM messages WHERE sender_id = ${sql.bind(userId)})
        OR inquiry_id IN (SELECT id FROM inquiries WHERE ${sentBy(sql.bind(userId))})`,
  },
  conversations: { model: 'Conversation', where: ofEitherSide },
  messages: { model: 'Message', where: within('conversation_id', 'conversations', ofEitherSide) },
  attachments: { model: 'Attachment', without: ['hash'], where: ofOwnTalks },
  // The outcome is the agent's own note.
  viewings: { model: 'Viewing', without: ['outcome', 'outcome_note'], where: agreed },
  viewing_events: { model: 'ViewingEvent', where: within('viewing_id', 'viewings', agreed) },
  slot_offers: { model: 'SlotOffer', where: agreed },
  viewing_outcomes: {
    model: 'Viewing',
    without: ['user_id', 'inquiry_id', 'property_id', 'note', 'day_reminder_at', 'hour_reminder_at'],
    where: (sql, userId) => `outcome IS NOT NULL AND ${ofAgent(sql, userId)}`,
  },
  availability: { model: 'AgentAvailability', where: ofAgent },
  days_off: { model: 'DaysOff', where: ofAgent },
  notifications: { model: 'Notification' },
  // An agent's notes about a client are the agent's own; the client's identity is left out.
  clients: { model: 'Client', without: ['person_key', 'user_id'], where: ofAgent },
  client_notes: { model: 'ClientNote', where: named('author_id') },
  client_changes: { model: 'ClientChange', where: named('actor_id', 'from_agent_id', 'to_agent_id') },
  office: { model: 'OfficeMember' },
  // Identities of other people are left out: only the fact of the invitation is the sender's.
  office_invitations_sent: { model: 'OfficeInvitation', without: ['email'], where: named('invited_by') },
  office_invitations: { model: 'OfficeInvitation', without: ['invited_by'], where: toAddress },
  saved_replies: { model: 'SavedReply', where: ofAgent },
  properties: { model: 'Property', without: ['hidden_by', 'search_text', 'search_version'], where: ofAgent },
  buildings: { model: 'Building', without: ['folded_name', 'key_version'], where: named('created_by') },
  property_events: { model: 'PropertyEvent', where: named('changed_by') },
  same_home_disputes: { model: 'DuplicatePair', without: ['decided_by'], where: named('disputed_by') },
  property_views: {
    model: 'PropertyView',
    where: (sql, userId) => `viewer_key = ${sql.bind(`user:${userId}`)}`,
  },
  pictures: { model: 'Media', where: named('uploaded_by') },
  reports_made: { model: 'ListingReport', without: ['decided_by'], where: named('reporter_id') },
  erasure_requests: { model: 'ErasureRequest' },
};

/** A stream: ids are read at the start of each subject, rows one by one. @throws {SessionExpiredError} the account is gone. */
export async function* writeOwnData({ db, now }: ServerContext, userId: number): AsyncGenerator<string> {
  const made_at = now().toISOString();
  const parts: { name: string; model: Rows; keys: Key[]; without: readonly string[] }[] = [];
  for (const [name, { model: modelName, without = [], where = ofUser }] of Object.entries(subjects)) {
    const model = db.models[modelName] as unknown as Rows;
    const { tableName, primaryKeyAttribute: key } = model;
    const keys = await readKeys<Key>(
      db,
      (sql) => `SELECT ${key} AS key FROM ${tableName} WHERE ${where(sql, userId)} ORDER BY ${key}`,
    );
    parts.push({ name, model, keys, without });
  }
  if (parts[0]?.keys.length === 0) throw new SessionExpiredError();
  yield `{\n  "made_at": ${JSON.stringify(made_at)}`;
  for (const { name, model, keys, without } of parts) {
    const key = model.primaryKeyAttribute;
    yield `,\n  "${name}": [`;
    let before = '\n';
    const read = (some: readonly Key[]) => model.findAll({ where: { [key]: some } });
    for await (const rows of readInBatches(keys, read, (row) => row.get(key) as Key)) {
      yield before + rows.map((row) => writeRow(row, without)).join(',\n');
      before = ',\n';
    }
    yield before === '\n' ? ']' : '\n  ]';
  }
  yield '\n}';
}

function writeRow(row: Model, without: readonly string[]): string {
  const open = Object.entries(row.get() as object).filter(([name]) => ![...WITHHELD, ...without].includes(name));
  return `    ${JSON.stringify(Object.fromEntries(open), null, 2).replaceAll('\n', '\n    ')}`;
}
