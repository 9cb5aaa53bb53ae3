import { randomInt } from 'node:crypto';
import { lockCaller } from '#server/features/auth/writes/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import { requireAbility } from '#server/http/access.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { ConflictError, found } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import { type AdminAbility, type AdminRole, isAllowed } from '#shared/adminRoles.ts';
import { MAX_ID } from '#shared/contracts/common.ts';
import type { SavedView, savedViewsCalls, ViewedList } from '#shared/contracts/savedViews.ts';
import { MAX_SAVED_VIEWS } from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';
import { readStored } from './personalSettings.ts';

const abilities: Record<ViewedList, AdminAbility> = {
  users: 'accounts.read',
  properties: 'listings.read',
  conversations: 'conversations.read',
};

const byName = (one: SavedView, other: SavedView) => one.name.localeCompare(other.name) || one.id - other.id;

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Views of lists that the role no longer includes stay stored, but are not answered. */
const isReadable = (role: AdminRole | null) => (view: SavedView) => isAllowed(role, abilities[view.list]);

export function savedViewsService(context: ServerContext): Service<typeof savedViewsCalls> {
  /** Locks the account, as every change of its settings does: the row may not exist yet. */
  function change<Answer>(
    user: SignedInUser,
    work: (views: readonly SavedView[], role: AdminRole | null) => { views: SavedView[]; answer: Answer },
  ): Promise<Answer> {
    return context.db.transaction(async () => {
      const { adminRole } = await lockCaller(context, user);
      const stored = await readStored(context, user.id);
      const { views, answer } = work(stored.views ?? [], adminRole);
      await context.db.models.PersonalSettings.upsert({ user_id: user.id, settings: { ...stored, views } });
      return answer;
    });
  }

  return {
    async list({ user }) {
      const { views = [] } = await readStored(context, user.id);
      return { views: views.filter(isReadable(user.adminRole)).toSorted(byName) };
    },

    /** @throws {ForbiddenError} the role does not include the list. @throws {ConflictError} `name_taken`, `too_many_views`. */
    create: ({ user, body: { list, name, query } }) =>
      change(user, (views, adminRole) => {
        requireAbility(abilities[list], { adminRole });
        requireFreeName(views, list, name);
        if (views.length >= MAX_SAVED_VIEWS)
          throw new ConflictError(
            msg('You already have {count} saved views. Delete one first.', { count: MAX_SAVED_VIEWS }),
            'too_many_views',
          );
        // Ids are never reused: a deleted view that is still on a screen must not become another one.
        const id = randomInt(1, MAX_ID);
        const view = { id, list, name, query };
        return { views: [...views, view], answer: view };
      }),

    /** @throws {NotFoundError} there is no such view. @throws {ConflictError} `name_taken`. */
    rename: ({ user, params: { id }, body: { name } }) =>
      change(user, (views, role) => {
        const { list, ...view } = findView(views, role, id);
        const others = views.filter((other) => other.id !== id);
        requireFreeName(others, list, name);
        const answer = { ...view, list, name };
        return { views: views.map((other) => (other.id === id ? answer : other)), answer };
      }),

    /** @throws {NotFoundError} there is no such view. */
    remove: ({ user, params: { id } }) =>
      change(user, (views, role) => {
        findView(views, role, id);
        return { views: views.filter((other) => other.id !== id), answer: { id } };
      }),
  };
}

function findView(views: readonly SavedView[], role: AdminRole | null, id: number) {
  const view = views.filter(isReadable(role)).find((one) => one.id === id);
  return found(view, 'view');
}

function requireFreeName(views: readonly SavedView[], list: ViewedList, name: string): void {
  if (views.some((view) => view.list === list && isSameName(view.name, name)))
    throw new ConflictError(msg('You already have a view with this name'), 'name_taken');
}
