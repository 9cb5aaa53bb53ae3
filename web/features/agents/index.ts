export { AgentCard } from './AgentCard.tsx';
export { LicenseBadge } from './LicenseBadge.tsx';
export { PendingAgents } from './PendingAgents.tsx';
export { agentQuery } from './queries.ts';
