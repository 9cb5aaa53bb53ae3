import { Quote } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Viewing, ViewingOutcome } from '#shared/contracts/viewings.ts';
import { MAX_OUTCOME_NOTE_LENGTH } from '#shared/limits.ts';
import { PropertyLink } from '#web/features/properties/index.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { NativeInput } from '#web/ui/controls/Field.tsx';
import { PillGroup } from '#web/ui/controls/PillGroup.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { useSayOutcome } from './queries.ts';
import { type AnswerViewing, ProposeTimeForm, ViewingActions } from './ViewingActions.tsx';
import { ViewingHistory } from './ViewingCard.tsx';
import {
  asksOutcome,
  formatNearDay,
  formatViewingHours,
  isUpcoming,
  outcomeLabels,
  proposalWords,
  statusBadge,
  statusSentence,
} from './viewingWords.ts';

interface CompactViewingProps {
  viewing: Viewing;
  now: Date;
  /** Null for a viewing without actions. */
  answer: AnswerViewing | null;
  /** Another time is being chosen, in the card itself. */
  isProposing: boolean;
  onPropose(isProposing: boolean): void;
}

const WAITING = 'border-[color-mix(in_srgb,var(--s-warning)_45%,var(--s-border))]';

/** A viewing in the agent's timeline or calendar: its actions open in place. */
export function CompactViewing({ viewing, now, answer, isProposing, onPropose }: CompactViewingProps) {
  const { property, starts_at, ends_at, note } = viewing;
  const badge = statusBadge(viewing, 'agent', now);
  const day = formatNearDay(starts_at, now);
  const isOpen = isUpcoming(viewing, now) || badge.tone === 'warning';
  const proposal = proposalWords(viewing);
  const border = isOpen && badge.tone === 'warning' ? WAITING : '';
  const title = `${day}, ${formatViewingHours(starts_at, ends_at)}`;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isProposing) return;
    event.preventDefault();
    onPropose(false);
  };
  const card = useRef<HTMLElement>(null);
  const [hadFocus, setHadFocus] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button that was used goes with the status, or with the form
  useEffect(() => {
    if (hadFocus && document.activeElement === document.body) card.current?.focus({ preventScroll: true });
  }, [viewing.status, isProposing]);

  return (
    <article
      ref={card}
      className={`card grid grid-cols-[4rem_minmax(0,1fr)] gap-x-3 gap-y-2 max-sm:grid-cols-1 focus-visible:outline-offset-0 ${border}`}
      aria-label={t('Viewing: {title}', { title })}
      data-viewing={viewing.id}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      // A toast announces the agent's own act; the live log would repeat it.
      aria-live={hadFocus ? 'off' : undefined}
      onFocus={() => setHadFocus(true)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setHadFocus(false);
      }}
    >
      <PropertyLink
        propertyId={property.id}
        className={`block self-start aspect-4/3 overflow-hidden rounded-sm max-sm:hidden ${isOpen ? '' : '[filter:saturate(0.6)]'}`}
        isPointerOnly
      >
        <Picture src={property.image} alt="" sizes="4rem" />
      </PropertyLink>
      <div className="grid grid-cols-1 content-start gap-0.5 min-w-0 leading-[1.4]">
        <p className="flex flex-wrap items-center gap-y-1 gap-x-2">
          <strong className="text-md">
            {day}{' '}
            <span className={`tabular-nums whitespace-nowrap ${isOpen ? 'text-primary' : ''}`}>
              {formatViewingHours(starts_at, ends_at)}
            </span>
          </strong>
          <Badge tone={badge.tone}>{badge.label}</Badge>
        </p>
        <PropertyLink
          propertyId={property.id}
          className="justify-self-start max-w-full truncate text-ink font-semibold no-underline hover:text-primary hover:underline"
        >
          <bdi>{property.title}</bdi>
        </PropertyLink>
        {proposal && <p className="font-semibold">{proposal}</p>}
        <p className="text-muted">{statusSentence(viewing, 'agent', now)}</p>
        {note && (
          <p className="flex gap-1.5 mt-1 text-muted wrap-anywhere">
            <Quote className="flex-none mt-0.5" size={14} />
            <span dir="auto">{note}</span>
          </p>
        )}
        {!isOpen && <ViewingHistory viewing={viewing} />}
      </div>
      {answer && viewing.status === 'confirmed' && (
        <div className="col-start-2 max-sm:col-start-1 empty:hidden">
          <Outcome viewing={viewing} now={now} />
        </div>
      )}
      {answer && isOpen && !isProposing && (
        <ViewingActions
          viewing={viewing}
          side="agent"
          now={now}
          answer={answer}
          size="small"
          className="col-start-2 max-sm:col-start-1"
          onPropose={() => onPropose(true)}
        />
      )}
      {answer && isOpen && isProposing && (
        <div className="col-span-full pt-3 border-t border-t-line">
          <ProposeTimeForm
            viewing={viewing}
            side="agent"
            answer={answer}
            onDone={() => onPropose(false)}
            cancel={
              <Button variant="outlined" onClick={() => onPropose(false)}>
                {t('Cancel')}
              </Button>
            }
          />
        </div>
      )}
    </article>
  );
}

/** The outcome of a past viewing: its agent enters it and sees it afterwards. */
function Outcome({ viewing, now }: { viewing: Viewing; now: Date }) {
  const [isChanging, setIsChanging] = useState(false);
  const { outcome, outcome_note: note } = viewing;
  if (isChanging || asksOutcome(viewing, now))
    return <OutcomeForm viewing={viewing} onDone={() => setIsChanging(false)} />;
  if (!outcome) return null;
  return (
    <div className="flex flex-wrap items-center gap-y-1 gap-x-3">
      <p className="min-w-0 wrap-anywhere">
        <strong>{t(outcomeLabels[outcome])}</strong>
        {note && (
          <span className="text-muted">
            {' '}
            · <bdi>{note}</bdi>
          </span>
        )}
      </p>
      <Button variant="plain" size="small" onClick={() => setIsChanging(true)}>
        {t('Change')}
      </Button>
    </div>
  );
}

function OutcomeForm({ viewing, onDone }: { viewing: Viewing; onDone(): void }) {
  const [chosen, setChosen] = useState<ViewingOutcome | null>(viewing.outcome);
  const [note, setNote] = useState(viewing.outcome_note ?? '');
  const { mutate, isPending, error } = useSayOutcome();
  const onSuccess = () => {
    showToast(t('Viewing outcome saved'));
    onDone();
  };
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!chosen) return;
        mutate({ id: viewing.id, outcome: chosen, note }, { onSuccess });
      }}
    >
      <PillGroup<ViewingOutcome>
        legend={t('How did it go?')}
        className="[&>legend]:w-full [&>legend]:mb-1 [&>legend]:text-ink [&>legend]:font-semibold"
        pills={Object.entries(outcomeLabels).map(([id, label]) => ({
          id: id as ViewingOutcome,
          label: t(label),
        }))}
        chosen={chosen ?? ('' as ViewingOutcome)}
        onPress={setChosen}
      />
      {chosen && (
        <div className="flex items-end gap-2">
          <NativeInput
            className="flex-1"
            label={t('Note')}
            isOptional
            value={note}
            maxLength={MAX_OUTCOME_NOTE_LENGTH}
            onChange={setNote}
          />
          <Button type="submit" disabled={isPending}>
            {t('Save')}
          </Button>
        </div>
      )}
      <Notice kind="error">
        {error && failureSentence(error, t('This could not be saved. Please try again.'))}
      </Notice>
    </form>
  );
}
