import { MessagesSquare } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react';
import { addDays, manilaDay } from '#shared/manilaDays.ts';
import { msg } from '#shared/messages.ts';
import { useChat, useConversationsWith } from '#web/features/conversations/index.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { useUrlParameters } from '#web/lib/urlState.ts';
import { useMediaQuery } from '#web/lib/useMediaQuery.ts';
import { useNow } from '#web/lib/useNow.ts';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { ViewSwitch } from '#web/ui/controls/ViewSwitch.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { useViewingsOn } from '../queries.ts';
import { ViewingCard } from '../ViewingCard.tsx';
import { ViewingsPanel } from '../ViewingsPanel.tsx';
import { otherSide, viewingSide } from '../viewingWords.ts';
import styles from './CalendarGrid.module.css';
import { CalendarGrid, CalendarSteps, viewingTones } from './CalendarGrid.tsx';
import { type CalendarView, clashingIds, daysOf, readDay, titleOf, withoutCalledOff } from './calendarDays.ts';

const views = [
  { id: 'list', label: msg('List') },
  { id: 'day', label: msg('Day') },
  { id: 'week', label: msg('Week') },
] as const;

export function ViewingsTab({ agentId }: { agentId: number }) {
  const [parameters, change] = useUrlParameters();
  // Seven days have no room on a phone.
  const hasRoom = useMediaQuery('lg');
  const named = views.find(({ id }) => id === parameters.get('view'))?.id ?? 'list';
  const view = named === 'week' && !hasRoom ? 'day' : named;
  const show = (id: (typeof views)[number]['id']) => change({ view: id === 'list' ? null : id });
  useShortcut({ keys: 'd', label: t('Viewings: show a day'), group: t('Here'), run: () => show('day') });
  useShortcut({
    keys: 'w',
    label: t('Viewings: show a week'),
    group: t('Here'),
    run: () => show('week'),
    isEnabled: hasRoom,
  });
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex">
        <ViewSwitch
          label={t('Viewings as')}
          views={views
            .filter(({ id }) => hasRoom || id !== 'week')
            .map(({ id, label }) => ({ id, label: t(label) }))}
          active={view}
          onChange={show}
        />
      </div>
      {view === 'list' ? (
        <ViewingsPanel
          userId={agentId}
          empty={{ text: t('When a client requests a viewing of one of your listings, it appears here.') }}
        />
      ) : (
        <ViewingsCalendar agentId={agentId} view={view} />
      )}
    </div>
  );
}

const directions: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** A day or a week with its hours, as they are in Manila. Arrows go on and back, T to today. */
function ViewingsCalendar({ agentId, view }: { agentId: number; view: CalendarView }) {
  const id = useId();
  const [parameters, change] = useUrlParameters();
  const [openId, setOpenId] = useState<number | null>(null);
  const grid = useRef<HTMLElement>(null);
  const now = useNow();
  const today = manilaDay(now);
  const day = readDay(parameters.get('day')) ?? today;
  const days = daysOf(view, day);
  const query = useViewingsOn(days);
  const { data } = query;
  const clashes = new Map(clashingIds(data ?? []).map((each) => [each, t('Clashes with a confirmed viewing')]));
  const isWhole = parameters.get('declined') === 'shown';
  const opened = data?.find((viewing) => viewing.id === openId);
  const step = view === 'day' ? 1 : 7;
  const go = (to: string) => change({ day: to === today ? null : to });
  useShortcut({ keys: 't', label: t('Viewings: go to today'), group: t('Here'), run: () => go(today) });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const blocks = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-viewing]')];
    const at = blocks.indexOf(document.activeElement as HTMLElement);
    const direction = directions[event.key];
    if (direction) {
      go(addDays(day, direction * step));
      // The block leaves with its day; the keyboard stays for the next step.
      if (at >= 0) grid.current?.focus();
    } else if (event.key === 'ArrowDown' && blocks.length > 0) blocks[(at + 1) % blocks.length]?.focus();
    else if (event.key === 'ArrowUp' && blocks.length > 0) blocks.at(at <= 0 ? -1 : at - 1)?.focus();
    else return;
    event.preventDefault();
  };

  return (
    <>
      <section aria-labelledby={id} onKeyDown={onKeyDown}>
        <header className="flex flex-wrap items-center gap-y-3 gap-x-4 mb-3">
          <h2 id={id} className="tabular-nums" aria-live="polite">
            {titleOf(days)}
          </h2>
          <CalendarSteps
            isWeek={view === 'week'}
            onToday={() => go(today)}
            onStep={(count) => go(addDays(day, count))}
          />
          <ul
            className="flex flex-wrap gap-y-1 gap-x-4 ml-auto text-muted text-sm max-md:ml-0"
            aria-label={t('Colors')}
          >
            <li className={`${styles.legend} ${viewingTones.confirmed}`}>{t('Confirmed')}</li>
            <li className={`${styles.legend} ${viewingTones.requested}`}>{t('Requested')}</li>
            <li className={`${styles.legend} ${viewingTones.proposed}`}>{t('Time proposed')}</li>
            {isWhole && (
              <li className={`${styles.legend} ${viewingTones.declined}`}>{t('Declined or cancelled')}</li>
            )}
          </ul>
          <label className="inline-flex items-center gap-1.5 min-h-control text-sm cursor-pointer">
            <input
              type="checkbox"
              className="w-4.5 h-4.5"
              checked={isWhole}
              onChange={({ target }) => change({ declined: target.checked ? 'shown' : null })}
            />
            {t('Show Declined')}
          </label>
        </header>
        <PartState
          query={query}
          headingLevel={3}
          loadingText={t('Loading your viewings…')}
          skeleton={<Skeleton height="32rem" className="rounded-lg" />}
          failure={(error) => failureSentence(error, t('Failed to load viewings'))}
        >
          {(viewings) => (
            <CalendarGrid
              ref={grid}
              days={days}
              viewings={isWhole ? viewings : withoutCalledOff(viewings)}
              agentId={agentId}
              clashes={clashes}
              now={now}
              onOpen={setOpenId}
              onDay={view === 'week' ? (chosen) => change({ view: 'day', day: chosen }) : undefined}
            />
          )}
        </PartState>
      </section>
      {opened && (
        <ViewingDialog
          viewing={opened}
          userId={agentId}
          isClashing={clashes.has(opened.id)}
          now={now}
          onClose={() => setOpenId(null)}
        />
      )}
    </>
  );
}

interface ViewingDialogProps extends ComponentProps<typeof ViewingCard> {
  /** Another viewing is confirmed for this time. */
  isClashing: boolean;
  onClose(): void;
}

function ViewingDialog({ isClashing, onClose, ...card }: ViewingDialogProps) {
  const { viewing, userId } = card;
  const { openChat } = useChat();
  const other = otherSide(viewing, viewingSide(viewing, userId));
  const { data: theirs } = useConversationsWith(other.id);
  const chat = theirs.find(({ property }) => property?.id === viewing.property.id) ?? theirs[0];

  return (
    <Dialog title={t('Viewing with {name}', { name: other.name })} size="large" onClose={onClose}>
      <div className="grid grid-cols-1 gap-4">
        <Notice kind="info">
          {isClashing &&
            t('Another viewing is confirmed for this time. Propose another time, or cancel the other one first.')}
        </Notice>
        <ViewingCard {...card} />
        <div className="flex flex-wrap gap-2">
          <ButtonLink to={`/properties/${viewing.property.id}`} variant="outlined">
            {t('Open Listing')}
          </ButtonLink>
          {chat && (
            <Button
              variant="outlined"
              onClick={() => {
                onClose();
                openChat({ conversationId: chat.id });
              }}
            >
              <MessagesSquare size={18} />
              {t('Open Chat')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
