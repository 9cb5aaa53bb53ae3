import type { ViewingSide } from '#shared/viewingDecisions.ts';

interface Sides {
  user_id: number;
  agent_id: number;
}

export function viewingSideOf(callerId: number, viewing: Sides): ViewingSide | null {
  if (callerId === viewing.agent_id) return 'agent';
  return callerId === viewing.user_id ? 'user' : null;
}
