import type { ServerContext } from '#server/features/context.ts';
import { notify } from '#server/features/notifications/writes.ts';
import { msg } from '#shared/messages.ts';
import { nameAmongMembers } from './policy.ts';
import { memberIds } from './reads.ts';

/** Notices to the other members about a new listing or comment; an unread notice is replaced by the next. */
export function handleListNotices(context: ServerContext): void {
  const { jobs, db } = context;
  jobs.handle('listNotice', {
    async apply({ listId, actorId, news }) {
      const list = await db.models.SharedList.findByPk(listId);
      const actor = await db.models.User.findByPk(actorId);
      if (!list || !actor) return;
      const others = (await memberIds(context, listId)).filter((id) => id !== actorId);
      const facts = { name: nameAmongMembers(actor.name), list: list.name };
      await notify(
        context,
        others,
        {
          type: 'info',
          title: news === 'item' ? msg('New in Your List') : msg('New Comment'),
          message:
            news === 'item'
              ? msg('{name} added a listing to “{list}”.', facts)
              : msg('{name} commented in “{list}”.', facts),
          action: { label: msg('View List'), url: `/lists/${listId}` },
          about: { users: [actorId] },
        },
        { isReplacing: true, isMailed: false },
      );
    },
  });
}
