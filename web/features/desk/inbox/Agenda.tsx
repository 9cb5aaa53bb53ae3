import { useQuery } from '@tanstack/react-query';
import { asksOutcome, statusBadge } from '#web/features/viewings/index.ts';
import { clockTime, formatDay } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { useNow } from '#web/lib/useNow.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { Skeleton, Skeletons } from '#web/ui/states/Skeleton.tsx';
import { deskQuery } from '../queries.ts';

/** The viewings of the day, beside everything else where the window is wide enough. */
export function Agenda() {
  const query = useQuery(deskQuery());
  const now = useNow();
  return (
    <section className="min-h-0 overflow-y-auto p-4 bg-page" aria-label={t('Today')}>
      <h2 className="text-base">{t('Today')}</h2>
      <p className="mb-4 text-muted text-sm">{formatDay(now.toISOString())}</p>
      <PartState
        query={{ ...query, data: query.data?.agenda }}
        headingLevel={3}
        loadingText={t('Loading the day…')}
        skeleton={
          <Skeletons count={3}>
            <Skeleton className="mb-2 rounded-md!" height="4.5rem" />
          </Skeletons>
        }
        failure={(error) => failureSentence(error, t('The day could not be loaded'))}
      >
        {(agenda) =>
          agenda.length === 0 ? (
            <p className="text-muted text-sm">{t('No viewings today.')}</p>
          ) : (
            <ol className="grid gap-2">
              {agenda.map((viewing) => {
                const badge = statusBadge(viewing, 'agent', now);
                return (
                  <li
                    key={viewing.id}
                    className={`grid gap-1 p-3 border border-line rounded-md bg-surface text-sm ${Date.parse(viewing.ends_at) < now.getTime() ? 'opacity-65' : ''}`}
                  >
                    <span className="flex items-center justify-between gap-2">
                      <time className="font-bold tabular-nums" dateTime={viewing.starts_at}>
                        {clockTime(viewing.starts_at)}
                      </time>
                      <Badge tone={badge.tone}>{badge.label}</Badge>
                    </span>
                    <span dir="auto" className="truncate font-semibold">
                      {viewing.user.name}
                    </span>
                    <Link
                      className="truncate text-muted text-xs no-underline hover:underline"
                      to={`/properties/${viewing.property.id}`}
                    >
                      <bdi>{viewing.property.title}</bdi>
                    </Link>
                    {asksOutcome(viewing, now) && (
                      <Link className="font-semibold" to={`/desk/calendar?viewing=${viewing.id}`}>
                        {t('How did it go?')}
                      </Link>
                    )}
                  </li>
                );
              })}
            </ol>
          )
        }
      </PartState>
    </section>
  );
}
