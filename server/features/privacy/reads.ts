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
  findAll(options: { where: Record<string, unknown> }): Promise<Model[]>;
}

interface Subject {
  model(models: Models): Rows;
  /** `id` unless it says so. */
  key?: string;
  /** Columns left out: an admin's own notes, and identities or addresses of other people. */
  without?: readonly string[];
  /** Condition of the person's rows. */
  where(sql: SqlBuilder, userId: number): string;
}

/** Rows that name the person in one of these columns. */
const named =
  (...columns: string[]): Subject['where'] =>
  (sql, userId) => {
    const value = sql.bind(userId);
    return columns.map((column) => `${column} = ${value}`).join(' OR ');
  };
const ofUser = named('user_id');
const ofEitherSide = named('user_id', 'agent_id');

/**
 * All stored data about a person, by subject, with the database's names. Messages of other people to the person are
 * included: they are part of the person's correspondence.
 */
const subjects: Record<string, Subject> = {
  account: { model: ({ User }) => User, where: named('id') },
  agent_profile: {
    model: ({ AgentProfile }) => AgentProfile,
    key: 'user_id',
    without: ['license_note', 'license_checked_by'],
    where: ofUser,
  },
  settings: { model: ({ PersonalSettings }) => PersonalSettings, key: 'user_id', where: ofUser },
  sessions: { model: ({ Session }) => Session, where: ofUser },
  api_tokens: { model: ({ ApiToken }) => ApiToken, where: ofUser },
  second_factor: { model: ({ TotpFactor }) => TotpFactor, key: 'user_id', where: ofUser },
  recovery_codes: { model: ({ RecoveryCode }) => RecoveryCode, where: ofUser },
  passkeys: { model: ({ Passkey }) => Passkey, where: ofUser },
  provider_identities: { model: ({ ProviderIdentity }) => ProviderIdentity, where: ofUser },
  devices: { model: ({ KnownDevice }) => KnownDevice, where: ofUser },
  push_subscriptions: {
    model: ({ PushSubscription }) => PushSubscription,
    // These values allow writing to the device.
    without: ['endpoint', 'p256dh', 'auth'],
    where: ofUser,
  },
  webhooks: { model: ({ Webhook }) => Webhook, without: ['previous_secret'], where: ofUser },
  webhook_deliveries: {
    model: ({ WebhookDelivery }) => WebhookDelivery,
    where: (sql, userId) => `webhook_id IN (SELECT id FROM webhooks WHERE ${ofUser(sql, userId)})`,
  },
  contact_verifications: { model: ({ ContactVerification }) => ContactVerification, where: ofUser },
  favorites: { model: ({ Favorite }) => Favorite, where: ofUser },
  saved_searches: {
    model: ({ SavedSearch }) => SavedSearch,
    without: ['filter', 'filter_version'],
    where: ofUser,
  },
  saved_search_matches: {
    model: ({ SavedSearchMatch }) => SavedSearchMatch,
    where: (sql, userId) => `search_id IN (SELECT id FROM saved_searches WHERE ${ofUser(sql, userId)})`,
  },
  shared_lists: {
    model: ({ SharedList }) => SharedList,
    where: (sql, userId) =>
      `id IN (SELECT list_id FROM shared_list_members WHERE ${ofUser(sql, userId)} AND role = 'owner')`,
  },
  shared_list_members: { model: ({ SharedListMember }) => SharedListMember, where: ofUser },
  shared_list_items: { model: ({ SharedListItem }) => SharedListItem, where: named('added_by') },
  shared_list_votes: { model: ({ SharedListVote }) => SharedListVote, where: ofUser },
  shared_list_comments: { model: ({ SharedListComment }) => SharedListComment, where: ofUser },
  // Identities of other people are left out.
  shared_list_invitations_sent: {
    model: ({ SharedListInvitation }) => SharedListInvitation,
    without: ['email'],
    where: named('invited_by'),
  },
  shared_list_invitations: {
    model: ({ SharedListInvitation }) => SharedListInvitation,
    without: ['invited_by'],
    where: (sql, userId) =>
      `email = (SELECT u.email FROM users u WHERE u.id = ${sql.bind(userId)} AND u.email_verified_at IS NOT NULL)`,
  },
  reviews_written: { model: ({ Review }) => Review, where: named('reviewer_id') },
  reviews_received: {
    model: ({ Review }) => Review,
    // The reviewer may be private.
    without: ['reviewer_id'],
    where: named('agent_id'),
  },
  inquiries_sent: { model: ({ Inquiry }) => Inquiry, where: (sql, userId) => sentBy(sql.bind(userId)) },
  inquiries_received: {
    model: ({ Inquiry }) => Inquiry,
    without: ['user_id', 'email', 'phone'],
    where: named('agent_id'),
  },
  inquiry_replies: {
    model: ({ InquiryReply }) => InquiryReply,
    where: (sql, userId) =>
      `author_id = ${sql.bind(userId)} OR inquiry_id IN (SELECT id FROM inquiries WHERE ${sentBy(sql.bind(userId))})`,
  },
  conversations: { model: ({ Conversation }) => Conversation, where: ofEitherSide },
  messages: {
    model: ({ Message }) => Message,
    where: (sql, userId) =>
      `conversation_id IN (SELECT id FROM conversations WHERE ${ofEitherSide(sql, userId)})`,
  },
  // The outcome is the agent's own note.
  viewings: { model: ({ Viewing }) => Viewing, without: ['outcome', 'outcome_note'], where: ofEitherSide },
  viewing_outcomes: {
    model: ({ Viewing }) => Viewing,
    without: ['user_id', 'property_id', 'note', 'day_reminder_at', 'hour_reminder_at'],
    where: (sql, userId) => `outcome IS NOT NULL AND ${named('agent_id')(sql, userId)}`,
  },
  availability: {
    model: ({ AgentAvailability }) => AgentAvailability,
    key: 'agent_id',
    where: named('agent_id'),
  },
  days_off: { model: ({ DaysOff }) => DaysOff, where: named('agent_id') },
  notifications: { model: ({ Notification }) => Notification, where: ofUser },
  // An agent's notes about a client are the agent's own; the client's identity is left out.
  clients: {
    model: ({ Client }) => Client,
    without: ['person_key', 'user_id'],
    where: named('agent_id'),
  },
  client_notes: { model: ({ ClientNote }) => ClientNote, where: named('author_id') },
  client_changes: {
    model: ({ ClientChange }) => ClientChange,
    where: named('actor_id', 'from_agent_id', 'to_agent_id'),
  },
  office: { model: ({ OfficeMember }) => OfficeMember, key: 'user_id', where: ofUser },
  // Identities of other people are left out: only the fact of the invitation is the sender's.
  office_invitations_sent: {
    model: ({ OfficeInvitation }) => OfficeInvitation,
    without: ['email'],
    where: named('invited_by'),
  },
  office_invitations: {
    model: ({ OfficeInvitation }) => OfficeInvitation,
    without: ['invited_by'],
    where: (sql, userId) =>
      `email = (SELECT u.email FROM users u WHERE u.id = ${sql.bind(userId)} AND u.email_verified_at IS NOT NULL)`,
  },
  saved_replies: { model: ({ SavedReply }) => SavedReply, where: named('agent_id') },
  properties: {
    model: ({ Property }) => Property,
    without: ['hidden_by', 'search_text', 'search_version'],
    where: named('agent_id'),
  },
  buildings: {
    model: ({ Building }) => Building,
    without: ['folded_name'],
    where: named('created_by'),
  },
  property_events: { model: ({ PropertyEvent }) => PropertyEvent, where: named('changed_by') },
  same_home_disputes: {
    model: ({ DuplicatePair }) => DuplicatePair,
    without: ['decided_by'],
    where: named('disputed_by'),
  },
  property_views: {
    model: ({ PropertyView }) => PropertyView,
    where: (sql, userId) => `viewer_key = ${sql.bind(`user:${userId}`)}`,
  },
  pictures: { model: ({ Media }) => Media, key: 'hash', where: named('uploaded_by') },
  reports_made: {
    model: ({ ListingReport }) => ListingReport,
    without: ['decided_by'],
    where: named('reporter_id'),
  },
  erasure_requests: { model: ({ ErasureRequest }) => ErasureRequest, where: ofUser },
};

/**
 * Writes the file as a stream: ids are read at the start of each subject, rows one by one.
 * @throws {SessionExpiredError} the account is gone.
 */
export async function* writeOwnData({ db, now }: ServerContext, userId: number): AsyncGenerator<string> {
  const made_at = now().toISOString();
  const parts: { name: string; model: Rows; key: string; keys: Key[]; without: readonly string[] }[] = [];
  for (const [name, { model: modelOf, key = 'id', without = [], where }] of Object.entries(subjects)) {
    const model = modelOf(db.models);
    const keys = await readKeys<Key>(
      db,
      (sql) => `SELECT ${key} AS key FROM ${model.tableName} WHERE ${where(sql, userId)} ORDER BY ${key}`,
    );
    parts.push({ name, model, key, keys, without });
  }
  if (parts[0]?.keys.length === 0) throw new SessionExpiredError();
  yield `{\n  "made_at": ${JSON.stringify(made_at)}`;
  for (const { name, model, key, keys, without } of parts) {
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
  const open = Object.entries(row.get() as object).filter(
    ([name]) => ![...WITHHELD, ...without].includes(name),
  );
  return `    ${JSON.stringify(Object.fromEntries(open), null, 2).replaceAll('\n', '\n    ')}`;
}
