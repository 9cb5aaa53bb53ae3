import type { Viewing } from '#shared/contracts/viewings.ts';
import type { ViewingSide } from '#shared/viewingDecisions.ts';

export function viewingSide(viewing: Pick<Viewing, 'agent'>, userId: number): ViewingSide {
  return viewing.agent.id === userId ? 'agent' : 'user';
}

const isOpen = ({ status }: Pick<Viewing, 'status'>) => status !== 'declined' && status !== 'cancelled';

/** Not called off and not over yet. */
export function isUpcoming(viewing: Pick<Viewing, 'status' | 'ends_at'>, now: Date): boolean {
  return isOpen(viewing) && new Date(viewing.ends_at) > now;
}

/** Whether it is this side's turn: the agent answers a request, the visitor a proposal. */
export function isWaitingFor(side: ViewingSide, { status }: Pick<Viewing, 'status'>): boolean {
  return status === (side === 'agent' ? 'requested' : 'proposed');
}

export interface ViewingSections {
  /** It is the reader's turn, soonest first. */
  waiting: Viewing[];
  /** The others to come, soonest first. */
  upcoming: Viewing[];
  /** Over or called off, the latest first. */
  past: Viewing[];
}

/** @param viewings soonest first. */
export function sectionViewings(viewings: readonly Viewing[], userId: number, now: Date): ViewingSections {
  const toCome = viewings.filter((viewing) => isUpcoming(viewing, now));
  const isWaiting = (viewing: Viewing) => isWaitingFor(viewingSide(viewing, userId), viewing);
  return {
    waiting: toCome.filter(isWaiting),
    upcoming: toCome.filter((viewing) => !isWaiting(viewing)),
    past: viewings.filter((viewing) => !isUpcoming(viewing, now)).reverse(),
  };
}

/** The soonest one that both sides have agreed on, else the soonest to come. */
export function nextViewing(viewings: readonly Viewing[], now: Date): Viewing | undefined {
  const toCome = viewings.filter((viewing) => isUpcoming(viewing, now));
  return toCome.find(({ status }) => status === 'confirmed') ?? toCome[0];
}
