import type { ServerContext } from '#server/features/context.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { inquiriesCalls } from '#shared/contracts/inquiries.ts';
import { countInquiries, createInquiry, listInquiries, replyToInquiry, setInquiryStatus } from './service.ts';

export function registerInquiryRoutes(routes: ApiRoutes, context: ServerContext): void {
  routes.on(inquiriesCalls.create, ({ params, user, body }) => createInquiry(context, params.id, user, body));
  routes.on(inquiriesCalls.list, ({ params, user, query }) => listInquiries(context, params.id, user, query));
  routes.on(inquiriesCalls.counts, ({ params, user, query }) =>
    countInquiries(context, params.id, user, query.before),
  );
  routes.on(inquiriesCalls.setStatus, ({ params, user, body }) =>
    setInquiryStatus(context, { agentId: params.id, inquiryId: params.contactId }, user, body),
  );
  routes.on(inquiriesCalls.reply, ({ params, user, body }) =>
    replyToInquiry(context, { agentId: params.id, inquiryId: params.contactId }, user, body),
  );
}
