export { PendingAgents } from './PendingAgents.tsx';
