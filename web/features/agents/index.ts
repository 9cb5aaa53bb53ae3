export { AgentCards } from './AgentCard.tsx';
export { PendingAgents } from './PendingAgents.tsx';
export { CallButtons, LicenseBadge, ProfileFrame, PublicProfile } from './profileParts.tsx';
export { agentQuery } from './queries.ts';
