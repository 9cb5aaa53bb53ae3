export { AgentCard } from './AgentCard.tsx';
export { PendingAgents } from './PendingAgents.tsx';
export { AllAgentsLink, CallButtons, LicenseBadge } from './profileParts.tsx';
export { agentQuery } from './queries.ts';
