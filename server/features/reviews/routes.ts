import type { ServerContext } from '#server/features/context.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { reviewsCalls } from '#shared/contracts/reviews.ts';
import { listReviews, writeReview } from './service.ts';

export function registerReviewRoutes(routes: ApiRoutes, context: ServerContext): void {
  routes.on(reviewsCalls.list, ({ params, user, query }) => listReviews(context, params.id, user, query));
  routes.on(reviewsCalls.write, ({ params, user, body }) => writeReview(context, params.id, user, body));
}
