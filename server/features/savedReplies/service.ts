import { Transaction } from 'sequelize';
import type { z } from 'zod';
import type { SavedReplyModel } from '#server/db/models.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { SignedInUser } from '#server/http/access.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '#server/http/errors.ts';
import type { SavedReply, savedReplyBody } from '#shared/contracts/savedReplies.ts';
import { MAX_SAVED_REPLIES } from '#shared/limits.ts';

type Draft = z.output<typeof savedReplyBody>;

/** By title, as people sort: without regard to case and accents. */
export async function listSavedReplies({ db }: ServerContext, caller: SignedInUser): Promise<SavedReply[]> {
  const replies = await db.models.SavedReply.findAll({
    where: { agent_id: caller.id },
    limit: MAX_SAVED_REPLIES,
  });
  return replies.map(presentSavedReply).sort((one, other) => compareTitles.compare(one.title, other.title));
}

/** @throws {ConflictError} there are as many as one may have. @throws {InvalidInputError} the title is taken. */
export async function createSavedReply(
  { db }: ServerContext,
  caller: SignedInUser,
  draft: Draft,
): Promise<SavedReply> {
  const { SavedReply } = db.models;
  const reply = await db.transaction(async () => {
    const own = await lockReplies(db, caller);
    if (own.length >= MAX_SAVED_REPLIES)
      throw new ConflictError(
        `You can keep ${MAX_SAVED_REPLIES} saved replies. Delete one to add another.`,
        'too_many_saved_replies',
      );
    requireFreeTitle(own, draft.title);
    return SavedReply.create({ ...draft, agent_id: caller.id });
  });
  return presentSavedReply(reply);
}

/** @throws {NotFoundError} it is not the caller's. @throws {InvalidInputError} another one has the title. */
export async function updateSavedReply(
  { db }: ServerContext,
  caller: SignedInUser,
  id: number,
  draft: Draft,
): Promise<SavedReply> {
  const reply = await db.transaction(async () => {
    const own = await lockReplies(db, caller);
    const found = own.find((saved) => saved.id === id);
    if (!found) throw new NotFoundError('Saved reply');
    requireFreeTitle(
      own.filter((saved) => saved !== found),
      draft.title,
    );
    return found.update(draft);
  });
  return presentSavedReply(reply);
}

/** @throws {NotFoundError} it is not the caller's. */
export async function deleteSavedReply(
  { db }: ServerContext,
  caller: SignedInUser,
  id: number,
): Promise<void> {
  const where = { id, agent_id: caller.id };
  const deleted = await db.transaction(() => db.models.SavedReply.destroy({ where }));
  if (deleted === 0) throw new NotFoundError('Saved reply');
}

/** Changes of one agent queue at their account, so that neither the count nor a title is passed by two at once. */
async function lockReplies(
  { models }: ServerContext['db'],
  caller: SignedInUser,
): Promise<SavedReplyModel[]> {
  await models.User.findByPk(caller.id, { lock: Transaction.LOCK.NO_KEY_UPDATE });
  return models.SavedReply.findAll({ where: { agent_id: caller.id } });
}

/** Accents tell titles apart, case does not. */
const sameTitle = new Intl.Collator('en', { sensitivity: 'accent' });
const compareTitles = new Intl.Collator('en', { numeric: true });

function requireFreeTitle(others: readonly SavedReplyModel[], title: string): void {
  if (others.some((other) => sameTitle.compare(other.title, title) === 0))
    throw new InvalidInputError([
      { path: 'title', message: 'You have a saved reply with this title already' },
    ]);
}

function presentSavedReply({ id, title, text, updated_at }: SavedReplyModel): SavedReply {
  return { id, title, text, updated_at: updated_at.toISOString() };
}
