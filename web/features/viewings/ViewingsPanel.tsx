import { useQuery } from '@tanstack/react-query';
import { CalendarDays, Route } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';
import type { More } from '#web/lib/pagedList.ts';
import { Link } from '#web/lib/router.tsx';
import { useNow } from '#web/lib/useNow.ts';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { RetryLine } from '#web/ui/states/RetryLine.tsx';
import { ShowMore } from '#web/ui/states/ShowMore.tsx';
import { Skeleton, Skeletons } from '#web/ui/states/Skeleton.tsx';
import { useViewings, useViewingUpdates, viewingsQuery } from './queries.ts';
import { ViewingCard } from './ViewingCard.tsx';
import { daysWithRoute, nextViewing, routeTitle, sectionViewings } from './viewingWords.ts';

const PAST_AT_FIRST = 5;

/** All viewings of the signed-in person, as visitor or agent, with their actions. */
export function ViewingsPanel({ userId, empty }: { userId: number; empty?: { text: string } }) {
  const { query, rest } = useViewings();
  useViewingUpdates();
  return (
    <PartState
      query={query}
      loadingText={t('Loading your viewings…')}
      className="grid grid-cols-1 gap-3"
      skeleton={
        <Skeletons count={3}>
          <Skeleton className="rounded-lg" height="10.75rem" />
        </Skeletons>
      }
      failure={(error) =>
        error instanceof ApiFailure ? t('Failed to load viewings') : t('Error loading viewings')
      }
      empty={{
        icon: <CalendarDays size={28} />,
        title: t('No viewings yet'),
        ...(empty ?? {
          text: t('Found a place you like? Request a viewing on the property’s page.'),
          action: <ButtonLink to="/properties">{t('Browse Properties')}</ButtonLink>,
        }),
      }}
    >
      {(viewings) => <Sections userId={userId} viewings={viewings} rest={rest} />}
    </PartState>
  );
}

/** To the route of each day to come that has several viewings. */
export function RouteLinks({ viewings, now }: { viewings: readonly Viewing[]; now: Date }) {
  const days = daysWithRoute(viewings, now);
  if (days.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-3" aria-label={t('Routes')}>
      {days.map((day) => (
        <li key={day}>
          <ButtonLink variant="outlined" to={`/viewings/route/${day}`}>
            <Route size={18} />
            {routeTitle(day)}
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}

type Rest = More & { counts: { all: number } | undefined };

function Sections({ userId, viewings, rest }: { userId: number; viewings: Viewing[]; rest: Rest }) {
  const now = useNow();
  const { waiting, upcoming, past } = sectionViewings(viewings, userId, now);
  const section = { userId, now };
  return (
    <div className="grid grid-cols-1 gap-8">
      <RouteLinks viewings={viewings} now={now} />
      {waiting.length > 0 && <Section title={t('Waiting for Your Answer')} viewings={waiting} {...section} />}
      {upcoming.length > 0 && <Section title={t('Upcoming')} viewings={upcoming} {...section} />}
      {waiting.length + upcoming.length === 0 && (
        <p className="text-muted">{t('Nothing is planned right now.')}</p>
      )}
      {past.length > 0 && <Section title={t('Past and Cancelled')} viewings={past} {...section} rest={rest} />}
    </div>
  );
}

interface SectionProps extends Omit<ComponentProps<typeof ViewingCard>, 'viewing'> {
  title: string;
  viewings: Viewing[];
  /** The number of entries that are not loaded. With this, the first few are shown until more are requested. */
  rest?: Rest;
}

function Section({ title, viewings, rest, ...card }: SectionProps) {
  const [isWhole, setIsWhole] = useState(rest === undefined);
  const count = viewings.length + (rest?.counts?.all ?? 0);
  const shown = isWhole ? viewings : viewings.slice(0, PAST_AT_FIRST);
  return (
    <section>
      <h2 className="mb-3 text-lg">
        {title} <span className="ml-1 text-muted font-medium">{count}</span>
      </h2>
      <ul className="grid grid-cols-1 gap-3">
        {shown.map((viewing) => (
          <li key={viewing.id}>
            <ViewingCard viewing={viewing} {...card} />
          </li>
        ))}
      </ul>
      {shown.length < viewings.length && (
        <button
          type="button"
          className="min-h-11 mt-2 px-3 rounded-sm text-primary font-semibold hover:bg-primary-soft"
          onClick={() => setIsWhole(true)}
        >
          {rest?.hasMore ? t('Show more') : t('Show all {count}', { count })}
        </button>
      )}
      {rest && isWhole && <ShowMore more={rest} />}
    </section>
  );
}

/** Viewings that wait for the person’s answer, and the next of the others. */
export function NextViewing({ userId, action }: { userId: number; action: ReactNode }) {
  const id = useId();
  const { data, isPending, refetch } = useQuery(viewingsQuery);
  useViewingUpdates();
  const now = useNow();
  const { waiting, upcoming } = sectionViewings(data ?? [], userId, now);
  const next = nextViewing(upcoming, now);
  return (
    <>
      {waiting.length > 0 && (
        <Section title={t('Waiting for Your Answer')} viewings={waiting} userId={userId} now={now} />
      )}
      <section aria-labelledby={id}>
        <header className="flex items-center justify-between gap-4 mb-3">
          <h2 id={id} className="text-lg">
            {t('Next Viewing')}
          </h2>
          {action}
        </header>
        {next ? (
          <ViewingCard viewing={next} userId={userId} now={now} />
        ) : isPending ? (
          <div className="h-120 md:h-60 xl:h-48">
            <Skeleton className="rounded-lg" height="100%" />
          </div>
        ) : (
          <div className="p-6 border border-line-strong border-dashed rounded-lg text-muted">
            {waiting.length > 0 ? (
              <p>{t('Nothing else is planned.')}</p>
            ) : data ? (
              <p>
                {t('Nothing is planned. Found a place you like? Request a viewing on its page.')}{' '}
                <Link to="/properties">{t('Browse properties')}</Link>
              </p>
            ) : (
              <RetryLine message={t('Your viewings could not be loaded.')} onRetry={() => void refetch()} />
            )}
          </div>
        )}
      </section>
    </>
  );
}
