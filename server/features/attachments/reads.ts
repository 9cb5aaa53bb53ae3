import type { Attributes } from 'sequelize';
import type { Database } from '#server/db/connection.ts';
import type { AttachmentModel } from '#server/db/models.ts';
import { isAmong, readAll } from '#server/db/sql.ts';
import type { Attachment } from '#shared/contracts/attachments.ts';

type Row = Attributes<AttachmentModel>;
/** The column of a file's message, answer or inquiry. */
export type Parent = 'message_id' | 'reply_id' | 'inquiry_id';

export const presentAttachment = ({ id, name, type, size }: Omit<Attachment, 'url'>): Attachment => ({
  id,
  name,
  type,
  size,
  url: `/api/attachments/${id}`,
});

/**
 * The rows with their files, in the order in which these were uploaded; the caller has checked the permission.
 * @param read `writeRows` in a transaction.
 */
export async function withAttachments<Parented extends { id: number }>(
  db: Database,
  parent: Parent,
  rows: readonly Parented[],
  read: 'readRows' | 'writeRows' = 'readRows',
): Promise<(Parented & { attachments: Attachment[] })[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const files = await readAll<Omit<Attachment, 'url'> & { parent: number }>(
    db,
    (sql) =>
      `SELECT id, name, type, size, ${parent} AS parent FROM attachments WHERE ${isAmong(sql, parent, ids)} ORDER BY id`,
    (from, text, parameters) => from[read](text, parameters),
  );
  return rows.map((row) => ({
    ...row,
    attachments: files.filter((file) => file.parent === row.id).map(presentAttachment),
  }));
}

/** The person's own files of these ids that were not sent yet. */
export async function readUploaded(db: Database, ownerId: number, ids: readonly number[]): Promise<Attachment[]> {
  if (ids.length === 0) return [];
  const files = await readAll<Omit<Attachment, 'url'>>(
    db,
    (sql) =>
      `SELECT id, name, type, size FROM attachments WHERE ${isAmong(sql, 'id', ids)} AND owner_id = ${sql.bind(ownerId)}
       AND message_id IS NULL AND reply_id IS NULL AND inquiry_id IS NULL ORDER BY id`,
  );
  return files.map(presentAttachment);
}

/**
 * A file that the person may open: of a conversation in which they take part, of an inquiry that they sent or got, or
 * their own that is not sent yet.
 */
export async function readOpenable(db: Database, userId: number, id: number) {
  const [row] = await readAll<Pick<Row, 'hash' | 'secret' | 'name' | 'type'>>(db, (sql) => {
    const person = sql.bind(userId);
    return `SELECT a.hash, a.secret, a.name, a.type FROM attachments a
      LEFT JOIN messages m ON m.id = a.message_id
      LEFT JOIN conversations c ON c.id = m.conversation_id
      LEFT JOIN inquiry_replies r ON r.id = a.reply_id
      LEFT JOIN inquiries i ON i.id = COALESCE(r.inquiry_id, a.inquiry_id)
      WHERE a.id = ${sql.bind(id)} AND (${person} IN (c.user_id, c.agent_id) OR ${person} IN (i.user_id, i.agent_id)
        OR (a.owner_id = ${person} AND a.message_id IS NULL AND a.reply_id IS NULL AND a.inquiry_id IS NULL))`;
  });
  return row;
}
