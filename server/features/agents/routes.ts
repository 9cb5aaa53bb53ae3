import { adminOf } from '#server/features/auditLog/record.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { agentsCalls, applicationsCalls } from '#shared/contracts/agents.ts';
import { approveAgent, listPendingAgents, rejectAgent } from './applications.ts';
import {
  applyAsAgent,
  getAgent,
  getAgentStatistics,
  listAgentLocations,
  listAgentProperties,
  listAgents,
  listSpecializations,
} from './service.ts';

export function registerAgentRoutes(routes: ApiRoutes, context: ServerContext): void {
  // The fixed paths come before /{id}, which would take them for an id.
  routes.on(agentsCalls.list, ({ query }) => listAgents(context, query));
  routes.on(agentsCalls.specializations, () => listSpecializations(context));
  routes.on(agentsCalls.locations, () => listAgentLocations(context));
  routes.on(agentsCalls.apply, ({ user, body }) => applyAsAgent(context, user, body));
  routes.on(agentsCalls.get, ({ params }) => getAgent(context, params.id));
  routes.on(agentsCalls.statistics, ({ params }) => getAgentStatistics(context, params.id));
  routes.on(agentsCalls.properties, ({ params }) => listAgentProperties(context, params.id));
  routes.on(applicationsCalls.list, () => listPendingAgents(context));
  routes.on(applicationsCalls.approve, ({ params, ...call }) =>
    approveAgent(context, adminOf(call), params.id),
  );
  routes.on(applicationsCalls.reject, ({ params, body, ...call }) =>
    rejectAgent(context, adminOf(call), params.id, body.reason ?? null),
  );
}
