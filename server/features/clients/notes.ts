import type { ServerContext } from '#server/features/context.ts';
import type { ClientNote } from '#shared/contracts/desk.ts';

/** Of one client, or just these; newest first. */
export async function readNotes(
  { db }: ServerContext,
  where: { clientId: number } | { ids: readonly number[] },
): Promise<ClientNote[]> {
  const { ClientNote: Note, User } = db.models;
  const rows = await Note.findAll({
    where: 'ids' in where ? { id: [...where.ids] } : { client_id: where.clientId },
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
