import type { PendingAgent } from '#shared/contracts/agents.ts';

/** The one dialog that is open over the applications. */
export interface AgentDialog {
  kind: 'view' | 'approve' | 'reject';
  agent: PendingAgent;
}
