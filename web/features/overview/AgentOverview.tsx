import { useQuery } from '@tanstack/react-query';
import { Building2, CalendarDays, Eye, Handshake, House, Mail, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Inquiry } from '#shared/contracts/inquiries.ts';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { msg } from '#shared/messages.ts';
import {
  analyticsFailure,
  analyticsQuery,
  inNumbers,
  StatCard,
  useAnalyticsUpdates,
} from '#web/features/analytics/index.ts';
import { useSession } from '#web/features/auth/index.ts';
import { conversationListQuery, RecentConversationList } from '#web/features/conversations/index.ts';
import { deskQuery } from '#web/features/desk/index.ts';
import { useUnansweredInquiries } from '#web/features/inquiries/index.ts';
import { LicenseNotice } from '#web/features/licenses/index.ts';
import { dayParts, formatViewingHour, isUpcoming, nearDay, viewingsQuery } from '#web/features/viewings/index.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Trans, t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { useNow } from '#web/lib/useNow.ts';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { Badge } from '#web/ui/display/Badge.tsx';
import { SectionCard } from '#web/ui/layout/SectionCard.tsx';
import { ErrorState } from '#web/ui/states/EmptyState.tsx';
import { RefetchNotice } from '#web/ui/states/RefetchNotice.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';

const HERE = '/agent-dashboard';
const icon = { size: 18 } as const;
const cornerLink = { variant: 'plain', className: '-mt-3 -mr-3 -mb-3 ml-0' } as const;

/** Label, note, icon, figure, and the tab of the dashboard. */
const figureCards = [
  [msg('Total Listings'), msg('Every status'), Building2, 'totalProperties', 'properties'],
  [msg('Active Listings'), msg('On the public site'), House, 'activeProperties', 'properties&status=available'],
  [msg('Sold This Month'), msg('Marked as sold'), Handshake, 'soldThisMonth', 'properties&status=sold'],
  [msg('Total Views'), msg('All time'), Eye, 'totalViews', 'analytics'],
  [msg('New Inquiries'), msg('Unread'), Mail, 'newInquiries', 'messages'],
  [msg('Scheduled Viewings'), msg('Confirmed'), CalendarDays, 'scheduledViewings', 'viewings'],
] as const;

/** The day at a glance: six figures, the newest conversations, and the tasks that wait for an answer. */
export function OverviewTab({ agentId }: { agentId: number }) {
  const { user } = useSession();
  const query = useQuery(analyticsQuery(null));
  const { data, error, refetch } = query;
  useAnalyticsUpdates();
  const figures = data?.overview;
  return (
    <div className="grid grid-cols-1 gap-6">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{t('Overview')}</h2>
        <ButtonLink to={`${HERE}?tab=properties&new=1`}>
          <Plus {...icon} />
          {t('Add New Property')}
        </ButtonLink>
      </header>
      {user?.agent && <LicenseNotice agent={user.agent} isAway />}
      <RefetchNotice query={query} />
      {error && !data ? (
        <ErrorState headingLevel={3} message={analyticsFailure(error)} onRetry={() => void refetch()} />
      ) : (
        <div className="grid grid-cols-2 gap-3 lg:grid-cols-3">
          {figureCards.map(([label, note, Icon, figure, tab]) => (
            <StatCard
              key={figure}
              label={t(label)}
              icon={<Icon {...icon} />}
              note={t(note)}
              value={figures && inNumbers(figures[figure])}
              to={`${HERE}?tab=${tab}`}
            />
          ))}
        </div>
      )}
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
        <div className="grid grid-cols-1 gap-6">
          <RecentInquiries newInquiries={figures?.newInquiries ?? 0} />
          <NextViewings agentId={agentId} />
        </div>
        <WaitingList agentId={agentId} />
      </div>
    </div>
  );
}

/** Specification, part 3 §9. */
const RECENT_SHOWN = 3;

/** The newest conversations, as the specification has it; the badge counts unread inquiries. */
function RecentInquiries({ newInquiries }: { newInquiries: number }) {
  const query = useQuery(conversationListQuery);
  const { data, error, refetch } = query;
  return (
    <SectionCard
      title={t('Recent Inquiries')}
      action={
        <span className="inline-flex items-center gap-2">
          {newInquiries > 0 && (
            <Badge tone="danger">
              <Trans
                id="{count} new<hidden> {count, plural, one {inquiry} other {inquiries}}</hidden>"
                values={{ count: newInquiries }}
                components={{ hidden: <span className="visuallyHidden" /> }}
              />
            </Badge>
          )}
          <ButtonLink to={`${HERE}?tab=messages`} {...cornerLink}>
            {t('View All')}
          </ButtonLink>
        </span>
      }
    >
      <RefetchNotice query={query} />
      {error && !data ? (
        <ErrorState
          headingLevel={3}
          message={failureSentence(error, t('Failed to fetch conversations'))}
          onRetry={() => void refetch()}
        />
      ) : data?.length === 0 ? (
        <p className="text-muted">{t('When someone asks about one of your listings, it appears here.')}</p>
      ) : (
        <RecentConversationList conversations={data} count={RECENT_SHOWN} />
      )}
    </SectionCard>
  );
}

const NEXT_SHOWN = 3;

/** Where the agent has to be next. */
function NextViewings({ agentId }: { agentId: number }) {
  const { data, error, refetch } = useQuery(viewingsQuery);
  const now = useNow();
  return (
    <SectionCard
      title={t('Next Viewings')}
      action={
        <ButtonLink to={VIEWINGS_TAB} {...cornerLink}>
          {t('All Viewings')}
        </ButtonLink>
      }
    >
      <OverviewList
        items={data && nextViewings(data, agentId, now)}
        shown={NEXT_SHOWN}
        emptyText={t('No viewings are scheduled yet.')}
        error={error}
        onRetry={() => void refetch()}
      />
    </SectionCard>
  );
}

const WAITING_SHOWN = 5;

/** Entries that wait for the agent's answer, the longest first. */
function WaitingList({ agentId }: { agentId: number }) {
  const needsMe = useQuery(deskQuery()).data?.counts.needs_me ?? 0;
  const inquiries = useUnansweredInquiries(agentId);
  const viewings = useQuery(viewingsQuery);
  const now = useNow();
  return (
    <SectionCard
      title={t('Inquiries and Viewing Requests')}
      action={
        needsMe > 0 && (
          <ButtonLink to="/desk" {...cornerLink}>
            {t('{count, plural, one {# client needs you} other {# clients need you}}', { count: needsMe })}
          </ButtonLink>
        )
      }
    >
      <OverviewList
        items={inquiries.data && viewings.data && collectWaiting(inquiries.data, viewings.data, agentId, now)}
        shown={WAITING_SHOWN}
        emptyText={t('No inquiries or viewing requests are waiting for your answer.')}
        error={inquiries.error ?? viewings.error}
        onRetry={() => {
          void inquiries.refetch();
          void viewings.refetch();
        }}
      />
    </SectionCard>
  );
}

interface OverviewListProps {
  /** Undefined while they are on their way. */
  items: readonly OverviewItem[] | undefined;
  /** At most so many are shown at first. */
  shown: number;
  emptyText: string;
  error: Error | null;
  onRetry(): void;
}

const item = 'flex items-center justify-between gap-3 min-h-15 py-2 px-3 rounded-md text-ink no-underline';

/** A few lines that each lead to where something is to be done. */
function OverviewList({ items, shown, emptyText, error, onRetry }: OverviewListProps) {
  const [isWhole, setIsWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  // The button disappears once pressed; the focus moves to the first of the other items.
  useEffect(() => {
    if (isWhole) list.current?.querySelectorAll('a')[shown]?.focus();
  }, [isWhole, shown]);
  if (!items && error)
    return (
      <ErrorState
        headingLevel={3}
        message={failureSentence(error, t('This list could not be loaded'))}
        onRetry={onRetry}
      />
    );
  if (items?.length === 0) return <p className="text-muted text-sm">{emptyText}</p>;
  const more = isWhole ? 0 : (items?.length ?? 0) - shown;
  return (
    <>
      <RefetchNotice query={{ isRefetchError: error !== null, isFetching: false, refetch: onRetry }} />
      <ul ref={list} className="grid gap-1 mt-0 -mx-3 -mb-2" aria-busy={!items}>
        {items
          ? items.slice(0, isWhole ? undefined : shown).map(({ key, title, text, when, at, to }) => (
              <li key={key}>
                <Link to={to} className={`${item} hover:bg-sunken`}>
                  <span className="grid grid-cols-1 min-w-0">
                    <strong dir="auto" className="truncate">
                      {title}
                    </strong>
                    <span dir="auto" className="truncate text-muted text-sm">
                      {text}
                    </span>
                  </span>
                  <time className="text-muted text-sm flex-none" dateTime={at}>
                    {when}
                  </time>
                </Link>
              </li>
            ))
          : Array.from({ length: shown }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are alike
              <li key={index} className={item}>
                <Skeleton height="2.75rem" />
              </li>
            ))}
      </ul>
      {more > 0 && (
        <Button variant="plain" className="mt-3 -ml-3" onClick={() => setIsWhole(true)}>
          {t('Show {more} More', { more })}
        </Button>
      )}
    </>
  );
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const VIEWINGS_TAB = '/agent-dashboard?tab=viewings';

interface OverviewItem {
  key: string;
  title: string;
  text: string;
  /** The time at the end of the line: of the viewing, or of the beginning of the wait. */
  when: string;
  /** The same as ISO-8601. */
  at: string;
  to: string;
}

/** Unanswered inquiries and undecided viewings, the longest waiting first. */
export function collectWaiting(
  received: readonly Inquiry[],
  viewings: readonly Viewing[],
  agentId: number,
  now: Date,
): OverviewItem[] {
  const inquiries = received
    .filter(({ status }) => status === 'new' || status === 'read')
    .map(({ id, name, message, created_at }) => ({
      key: `inquiry ${id}`,
      title: name,
      text: message,
      at: created_at,
      when: ageWords(created_at, now),
      to: `/agent-dashboard?tab=messages&inquiry=${id}`,
    }));
  const requests = viewings
    .filter(
      ({ status, agent, starts_at }) =>
        status === 'requested' && agent.id === agentId && Date.parse(starts_at) > now.getTime(),
    )
    .map(({ id, user, property, created_at }) => ({
      key: `viewing ${id}`,
      title: t('{name} requested a viewing', { name: user.name }),
      text: property.title,
      at: created_at,
      when: ageWords(created_at, now),
      to: VIEWINGS_TAB,
    }));
  return [...inquiries, ...requests].toSorted((one, other) => one.at.localeCompare(other.at));
}

/** Agreed viewings of the agent's own listings that are not over yet, soonest first. */
export function nextViewings(viewings: readonly Viewing[], agentId: number, now: Date): OverviewItem[] {
  return viewings
    .filter(
      (viewing) => viewing.status === 'confirmed' && viewing.agent.id === agentId && isUpcoming(viewing, now),
    )
    .toSorted((one, other) => one.starts_at.localeCompare(other.starts_at))
    .map(({ id, user, property, starts_at }) => ({
      key: `viewing ${id}`,
      title: property.title,
      text: t('With {name}', { name: user.name }),
      at: starts_at,
      when: `${dayWords(starts_at, now)}, ${formatViewingHour(starts_at)}`,
      to: VIEWINGS_TAB,
    }));
}

function dayWords(moment: string, now: Date): string {
  const { weekday, month, day } = dayParts(manilaDay(new Date(moment)));
  return nearDay(moment, now) ?? `${weekday}, ${month} ${day}`;
}

/** In days, however many: a date would not show the length of the wait. */
function ageWords(since: string, now: Date): string {
  const age = now.getTime() - Date.parse(since);
  if (age < HOUR_MS) return t('Just now');
  if (age < DAY_MS)
    return t('{count, plural, one {# hour ago} other {# hours ago}}', { count: Math.floor(age / HOUR_MS) });
  return t('{count, plural, one {# day ago} other {# days ago}}', { count: Math.floor(age / DAY_MS) });
}
