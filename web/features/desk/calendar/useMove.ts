import { type KeyboardEvent, useState } from 'react';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import {
  formatViewingDay,
  formatViewingHour,
  useAnswerViewing,
  viewingFailure,
} from '#web/features/viewings/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { offerUndo } from '../undo.ts';
import { type AgentWeek, obstacleWords } from './agentWeek.ts';

const HALF_HOUR_MS = 1_800_000;
const DAY_MS = 48 * HALF_HOUR_MS;

const arrowSteps: Record<string, number> = {
  ArrowUp: -HALF_HOUR_MS,
  ArrowDown: HALF_HOUR_MS,
  ArrowLeft: -DAY_MS,
  ArrowRight: DAY_MS,
};

export interface Moving {
  viewing: Viewing;
  /** The new start, ISO-8601. */
  startsAt: string;
}

interface MovePlan {
  obstacleAt: AgentWeek['obstacleAt'];
  now: Date;
  days: readonly string[];
  go(day: string): void;
}

/** A viewing that is moved to another time by mouse or arrow keys, then proposed after a confirmation. */
export function useMove({ obstacleAt, now, days, go }: MovePlan) {
  const [moving, setMoving] = useState<Moving | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const { mutateAsync: answer } = useAnswerViewing();
  const obstacle = moving && obstacleAt(moving.viewing, moving.startsAt);

  const stop = () => {
    setIsAsking(false);
    setMoving(null);
  };
  const drop = () => {
    if (!moving) return;
    if (moving.startsAt === moving.viewing.starts_at) setMoving(null);
    else if (obstacle) {
      showToast(t('{why}: choose another time.', { why: t(obstacleWords[obstacle]) }), 'error');
      setMoving(null);
    } else setIsAsking(true);
  };
  const propose = async ({ viewing, startsAt }: Moving) => {
    await answer({ id: viewing.id, decision: 'proposed', startsAt });
    setMoving(null);
    const words = t('Proposed to {name}: {day} at {hour}', {
      name: viewing.user.name,
      day: formatViewingDay(startsAt, now),
      hour: formatViewingHour(startsAt),
    });
    // A requested or confirmed time cannot be restored without the other side; an earlier proposal can.
    if (viewing.status !== 'proposed') return showToast(words);
    offerUndo(words, () => {
      answer({ id: viewing.id, decision: 'proposed', startsAt: viewing.starts_at }).catch((error: unknown) =>
        showToast(viewingFailure(error), 'error'),
      );
    });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!moving || isAsking || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const by = arrowSteps[event.key];
    if (by) {
      const startsAt = new Date(Date.parse(moving.startsAt) + by).toISOString();
      setMoving({ ...moving, startsAt });
      const on = manilaDay(new Date(startsAt));
      if (!days.includes(on)) go(on);
    } else if (event.key === 'Enter') {
      if (!obstacle) drop();
    } else if (event.key === 'Escape') setMoving(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return { moving, setMoving, obstacle, isAsking, drop, propose, stop, onKeyDown };
}

export type Move = ReturnType<typeof useMove>;
