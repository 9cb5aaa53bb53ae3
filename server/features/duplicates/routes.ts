import { adminOf } from '#server/features/auditLog/record.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { duplicatesCalls } from '#shared/contracts/duplicates.ts';
import { decideDuplicate, listDuplicates } from './service.ts';

export function registerDuplicateRoutes(routes: ApiRoutes, context: ServerContext): void {
  routes.on(duplicatesCalls.list, ({ query }) => listDuplicates(context, query));
  routes.on(duplicatesCalls.decide, ({ params, body, ...call }) =>
    decideDuplicate(
      context,
      adminOf(call),
      params.id,
      body.decision === 'confirm' ? { id: body.take_off, reason: body.reason ?? null } : null,
    ),
  );
}
