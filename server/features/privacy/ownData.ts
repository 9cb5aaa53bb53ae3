import type { Model, ModelStatic } from 'sequelize';
import type { Models } from '#server/db/models.ts';
import { readInBatches, readKeys, type SqlBuilder } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { SessionExpiredError } from '#server/http/access.ts';

/** Secrets of the account: no use to its owner, of use to a thief. */
const WITHHELD = ['password_hash', 'token_hash'];

type Key = number | string;

interface Subject {
  model: keyof Models;
  /** `id` unless it says so. */
  key?: string;
  /** Which rows are about the person. */
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
 * Everything kept about a person, by subject, in the names of the database. Of what others wrote to them, the words:
 * they are part of the person's own correspondence.
 */
const subjects: Record<string, Subject> = {
  account: { model: 'User', where: named('id') },
  agent_profile: { model: 'AgentProfile', key: 'user_id', where: ofUser },
  settings: { model: 'PersonalSettings', key: 'user_id', where: ofUser },
  sessions: { model: 'Session', where: ofUser },
  favorites: { model: 'Favorite', where: ofUser },
  reviews_written: { model: 'Review', where: named('reviewer_id') },
  reviews_received: { model: 'Review', where: named('agent_id') },
  inquiries_sent: { model: 'Inquiry', where: ofUser },
  inquiries_received: { model: 'Inquiry', where: named('agent_id') },
  conversations: { model: 'Conversation', where: ofEitherSide },
  messages: {
    model: 'Message',
    where: (sql, userId) =>
      `conversation_id IN (SELECT id FROM conversations WHERE ${ofEitherSide(sql, userId)})`,
  },
  viewings: { model: 'Viewing', where: ofEitherSide },
  notifications: { model: 'Notification', where: ofUser },
  saved_replies: { model: 'SavedReply', where: named('agent_id') },
  properties: { model: 'Property', where: named('agent_id') },
  property_views: {
    model: 'PropertyView',
    where: (sql, userId) => `viewer_key = ${sql.bind(`user:${userId}`)}`,
  },
  pictures: { model: 'Media', key: 'hash', where: named('uploaded_by') },
  reports_made: { model: 'ListingReport', where: named('reporter_id') },
  erasure_requests: { model: 'ErasureRequest', where: ofUser },
};

/**
 * The file as it is written: which rows stand in it is read at the start, subject by subject, each row when it is
 * written. @throws {SessionExpiredError} there is no such account any more.
 */
export async function* writeOwnData({ db, now }: ServerContext, userId: number): AsyncGenerator<string> {
  const made_at = now().toISOString();
  const parts: { name: string; model: ModelStatic<Model>; key: string; keys: Key[] }[] = [];
  for (const [name, { model: modelName, key = 'id', where }] of Object.entries(subjects)) {
    const model = db.models[modelName] as unknown as ModelStatic<Model>;
    const keys = await readKeys<Key>(
      db,
      (sql) => `SELECT ${key} AS key FROM ${model.tableName} WHERE ${where(sql, userId)} ORDER BY ${key}`,
    );
    parts.push({ name, model, key, keys });
  }
  if (parts[0]?.keys.length === 0) throw new SessionExpiredError();
  yield `{\n  "made_at": ${JSON.stringify(made_at)}`;
  for (const { name, model, key, keys } of parts) {
    yield `,\n  "${name}": [`;
    let before = '\n';
    const read = (some: readonly Key[]) => model.findAll({ where: { [key]: some } });
    for await (const rows of readInBatches(keys, read, (row) => row.get(key) as Key)) {
      yield before + rows.map(writeRow).join(',\n');
      before = ',\n';
    }
    yield before === '\n' ? ']' : '\n  ]';
  }
  yield '\n}';
}

function writeRow(row: Model): string {
  const open = Object.entries(row.get() as object).filter(([name]) => !WITHHELD.includes(name));
  return `    ${JSON.stringify(Object.fromEntries(open), null, 2).replaceAll('\n', '\n    ')}`;
}
