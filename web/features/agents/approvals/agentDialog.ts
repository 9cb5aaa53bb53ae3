import type { PendingAgent } from '#shared/contracts/admin.ts';

/** The one dialog that is open over the applications. */
export interface AgentDialog {
  kind: 'view' | 'approve' | 'reject';
  agent: PendingAgent;
}
