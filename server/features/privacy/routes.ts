import { adminOf } from '#server/features/auditLog/record.ts';
import { createAttemptLimiter } from '#server/features/auth/attempts.ts';
import type { ServerContext } from '#server/features/context.ts';
import { type ApiRoutes, FileAnswer } from '#server/http/routing.ts';
import { privacyCalls } from '#shared/contracts/privacy.ts';
import { collectOwnData } from './ownData.ts';
import {
  decideErasure,
  getErasureRequest,
  listErasureRequests,
  requestErasure,
  withdrawErasure,
} from './service.ts';

export function registerPrivacyRoutes(routes: ApiRoutes, context: ServerContext): void {
  const attempts = createAttemptLimiter(context);
  routes.on(privacyCalls.download, async ({ user }) => {
    const data = await collectOwnData(context, user.id);
    return new FileAnswer(JSON.stringify(data, null, 2), 'application/json', 'silong-my-data.json');
  });
  routes.on(privacyCalls.current, ({ user }) => getErasureRequest(context, user.id));
  routes.on(privacyCalls.request, ({ user, body, ctx }) =>
    requestErasure(
      context,
      user,
      { password: body.password, reason: body.reason ?? null, address: ctx.ip },
      attempts,
    ),
  );
  routes.on(privacyCalls.withdraw, ({ user }) => withdrawErasure(context, user.id));
  routes.on(privacyCalls.list, ({ query }) => listErasureRequests(context, query));
  routes.on(privacyCalls.decide, ({ user, ctx, params, body }) =>
    decideErasure(context, adminOf({ user, ctx }), params.id, {
      decision: body.decision,
      answer: body.answer ?? null,
    }),
  );
}
