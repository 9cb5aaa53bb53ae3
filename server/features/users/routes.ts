import { adminOf } from '#server/features/auditLog/record.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { usersCalls } from '#shared/contracts/users.ts';
import { exportUsers, listUsers } from './reads.ts';
import { createUser, deleteUser, setUserPassword, setUserStatus, updateUser } from './service.ts';

/** Paths that are fixed come before those with an id in the same place. */
export function registerUserRoutes(routes: ApiRoutes, context: ServerContext): void {
  routes.on(usersCalls.list, ({ query }) => listUsers(context, query));
  routes.on(usersCalls.export, ({ query }) => exportUsers(context, query));
  routes.on(usersCalls.create, ({ body, ...call }) => createUser(context, adminOf(call), body));
  routes.on(usersCalls.update, ({ params, body, ...call }) =>
    updateUser(context, adminOf(call), params.id, body),
  );
  routes.on(usersCalls.setStatus, ({ params, body, ...call }) =>
    setUserStatus(context, adminOf(call), params.id, body.status),
  );
  routes.on(usersCalls.setPassword, ({ params, body, ...call }) =>
    setUserPassword(context, adminOf(call), params.id, body.newPassword),
  );
  routes.on(usersCalls.remove, ({ params, ...call }) => deleteUser(context, adminOf(call), params.id));
}
