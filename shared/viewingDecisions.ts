import type { ViewingStatus } from './contracts/viewings.ts';

export type ViewingSide = 'user' | 'agent';
export type ViewingDecision = 'confirmed' | 'proposed' | 'declined' | 'cancelled';

/** The answers of each side: the agent answers a request, the visitor answers a proposal, either cancels. */
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

/** The decisions open to a side while a viewing has this status. */
export const openDecisions = (side: ViewingSide, status: ViewingStatus): readonly ViewingDecision[] =>
  decisions[side][status] ?? [];
