import type { ViewingStatus } from './contracts/viewings.ts';

export type ViewingSide = 'user' | 'agent';
export type ViewingDecision = 'confirmed' | 'proposed' | 'declined' | 'cancelled';

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

/** What a side may make of a viewing that stands so. */
export function openDecisions(side: ViewingSide, status: ViewingStatus): readonly ViewingDecision[] {
  return decisions[side][status] ?? [];
}
