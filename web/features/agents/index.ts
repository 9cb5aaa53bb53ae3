export { PendingAgents } from './approvals/PendingAgents.tsx';
