import type { ViewingStatus } from '#shared/contracts/viewings.ts';

export type ViewingSide = 'user' | 'agent';
export type ViewingDecision = 'confirmed' | 'proposed' | 'declined' | 'cancelled';

interface Sides {
  user_id: number;
  agent_id: number;
}

export function viewingSideOf(callerId: number, viewing: Sides): ViewingSide | null {
  if (callerId === viewing.agent_id) return 'agent';
  return callerId === viewing.user_id ? 'user' : null;
}

/** Who may answer what: the agent answers a request, the visitor answers a proposal, either calls it off. */
const decisions: Record<ViewingSide, Partial<Record<ViewingStatus, readonly ViewingDecision[]>>> = {
  agent: {
    requested: ['confirmed', 'proposed', 'declined'],
    proposed: ['proposed', 'declined'],
    confirmed: ['proposed', 'cancelled'],
  },
  user: {
    requested: ['cancelled'],
    proposed: ['confirmed', 'cancelled'],
    confirmed: ['cancelled'],
  },
};

export function canDecide(side: ViewingSide, status: ViewingStatus, decision: ViewingDecision): boolean {
  return decisions[side][status]?.includes(decision) ?? false;
}
