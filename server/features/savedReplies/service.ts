import type { SavedReplyModel } from '#server/db/models.ts';
import { lockUser } from '#server/features/auth/writes/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { ConflictError, found, invalidField } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import type { SavedReply, savedRepliesCalls } from '#shared/contracts/savedReplies.ts';
import { MAX_SAVED_REPLIES } from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';

/** Titles that differ in accents are different, in case are not. */
const sameTitle = new Intl.Collator('en', { sensitivity: 'accent' });
/** Sorts without regard to case and accents. */
const compareTitles = new Intl.Collator('en', { numeric: true });

export function savedRepliesService(context: ServerContext): Service<typeof savedRepliesCalls> {
  const { db } = context;
  const { SavedReply } = db.models;

  /** The account's lock serializes an agent's changes, for the limit and for unique titles. */
  async function lockReplies({ id }: SignedInUser): Promise<SavedReplyModel[]> {
    await lockUser(context, id);
    return SavedReply.findAll({ where: { agent_id: id } });
  }

  return {
    async list({ user }) {
      const replies = await SavedReply.findAll({ where: { agent_id: user.id }, limit: MAX_SAVED_REPLIES });
      return replies.map(presentSavedReply).sort((one, other) => compareTitles.compare(one.title, other.title));
    },

    create: ({ user, body }) =>
      db.transaction(async () => {
        const own = await lockReplies(user);
        if (own.length >= MAX_SAVED_REPLIES)
          throw new ConflictError(
            msg('You can keep up to {limit} saved replies. Delete one to add another.', {
              limit: MAX_SAVED_REPLIES,
            }),
            'too_many_saved_replies',
          );
        requireFreeTitle(own, body.title);
        return presentSavedReply(await SavedReply.create({ ...body, agent_id: user.id }));
      }),

    update: ({ user, params, body }) =>
      db.transaction(async () => {
        const own = await lockReplies(user);
        const reply = own.find(({ id }) => id === params.id);
        const others = own.filter((saved) => saved !== reply);
        requireFreeTitle(others, body.title);
        return presentSavedReply(await found(reply, 'savedReply').update(body));
      }),

    async remove({ user, params: { id } }) {
      await db.transaction(async () => {
        const deleted = await SavedReply.destroy({ where: { id, agent_id: user.id } });
        found(deleted > 0, 'savedReply');
      });
      return { id };
    },
  };
}

function requireFreeTitle(others: readonly SavedReplyModel[], title: string): void {
  if (others.some((other) => sameTitle.compare(other.title, title) === 0))
    throw invalidField('title', msg('You already have a saved reply with this title'));
}

function presentSavedReply({ id, title, text, updated_at }: SavedReplyModel): SavedReply {
  return { id, title, text, updated_at: updated_at.toISOString() };
}
