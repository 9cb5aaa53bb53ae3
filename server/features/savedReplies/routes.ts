import type { ServerContext } from '#server/features/context.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { savedRepliesCalls } from '#shared/contracts/savedReplies.ts';
import { createSavedReply, deleteSavedReply, listSavedReplies, updateSavedReply } from './service.ts';

export function registerSavedReplyRoutes(routes: ApiRoutes, context: ServerContext): void {
  routes.on(savedRepliesCalls.list, ({ user }) => listSavedReplies(context, user));
  routes.on(savedRepliesCalls.create, ({ user, body }) => createSavedReply(context, user, body));
  routes.on(savedRepliesCalls.update, ({ user, params, body }) =>
    updateSavedReply(context, user, params.id, body),
  );
  routes.on(savedRepliesCalls.remove, async ({ user, params }) => {
    await deleteSavedReply(context, user, params.id);
    return { id: params.id };
  });
}
