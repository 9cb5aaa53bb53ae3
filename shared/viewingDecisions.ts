import type { ViewingDecision, ViewingSide, ViewingStatus } from './contracts/viewings.ts';

/** The status of a viewing, and the side that proposes another time for a confirmed one: they decide whose turn it is. */
export interface ViewingTurn {
  status: ViewingStatus;
  proposed_by: ViewingSide | null;
}

/** The answers of each side to a status: the agent answers a request, the visitor answers a proposal, either moves or cancels. */
const decisions: Record<ViewingSide, Partial<Record<ViewingStatus, readonly ViewingDecision[]>>> = {
  agent: {
    requested: ['confirmed', 'proposed', 'declined'],
    proposed: ['proposed', 'withdrawn', 'declined'],
    confirmed: ['proposed', 'cancelled'],
  },
  user: {
    requested: ['proposed', 'cancelled'],
    proposed: ['confirmed', 'proposed', 'cancelled'],
    confirmed: ['proposed', 'cancelled'],
  },
};
/** While another time is proposed for a confirmed viewing. */
const ofOwnProposal: readonly ViewingDecision[] = ['proposed', 'withdrawn', 'cancelled'];
const ofTheirProposal: readonly ViewingDecision[] = ['confirmed', 'proposed', 'declined', 'cancelled'];

/** The decisions open to a side. */
export function openDecisions(
  side: ViewingSide,
  { status, proposed_by }: ViewingTurn,
): readonly ViewingDecision[] {
  if (status !== 'confirmed' || proposed_by === null) return decisions[side][status] ?? [];
  return proposed_by === side ? ofOwnProposal : ofTheirProposal;
}

/** The side that has to answer; null where neither has to. */
export function turnOf({ status, proposed_by }: ViewingTurn): ViewingSide | null {
  if (status === 'requested') return 'agent';
  if (status === 'proposed') return 'user';
  if (status !== 'confirmed' || proposed_by === null) return null;
  return proposed_by === 'agent' ? 'user' : 'agent';
}

/** Asked for or agreed on, and not called off. */
export const isOpen = (status: ViewingStatus): boolean => status !== 'declined' && status !== 'cancelled';
