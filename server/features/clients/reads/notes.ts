import { literal, Op } from 'sequelize';
import type { ServerContext } from '#server/features/context.ts';
import type { ClientNote } from '#shared/contracts/desk.ts';

/**
 * The notes an agent may read, as a condition on `client_notes`: own notes, and notes written in the agent's present
 * office. Notes from before their author joined the office stay the author's alone.
 * @param readerId SQL of the reader's id. @param of the table's alias in the statement and a dot, where it has one.
 */
export const readableBy = (readerId: string, of = '') =>
  `(${of}author_id = ${readerId} OR ${of}office_id = (SELECT om.office_id FROM office_members om WHERE om.user_id = ${readerId}))`;

/** The same for a query of the model. */
export const isReadableBy = (readerId: number) => ({ [Op.and]: literal(readableBy(String(readerId))) });

/** Notes of one client, or of the given ids, as far as the reader may see them; newest first. */
export async function readNotes(
  { db }: ServerContext,
  readerId: number,
  which: { clientId: number } | { ids: readonly number[] },
): Promise<ClientNote[]> {
  const { ClientNote: Note, User } = db.models;
  const rows = await Note.findAll({
    where: {
      ...('ids' in which ? { id: [...which.ids] } : { client_id: which.clientId }),
      ...isReadableBy(readerId),
    },
    order: [
      ['created_at', 'DESC'],
      ['id', 'DESC'],
    ],
  });
  const authors = await User.findAll({
    attributes: ['id', 'name'],
    where: { id: [...new Set(rows.flatMap(({ author_id }) => author_id ?? []))] },
  });
  const names = new Map(authors.map(({ id, name }) => [id, { id, name }]));
  return rows.map(({ id, text, author_id, created_at, updated_at }) => ({
    id,
    text,
    author: names.get(author_id ?? 0) ?? null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }));
}
