import { useQuery } from '@tanstack/react-query';
import { Building2, CalendarDays, Eye, Handshake, House, Mail, Plus } from 'lucide-react';
import {
  analyticsFailure,
  analyticsQuery,
  inNumbers,
  StatCard,
  useAnalyticsUpdates,
} from '#web/features/analytics/index.ts';
import { useSession } from '#web/features/auth/index.ts';
import { LicenseNotice } from '#web/features/licenses/index.ts';
import { ButtonLink } from '#web/ui/ButtonLink.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { RefetchNotice } from '#web/ui/RefetchNotice.tsx';
import styles from './AgentOverview.module.css';
import { NextViewings } from './NextViewings.tsx';
import { RecentInquiries } from './RecentInquiries.tsx';
import { WaitingList } from './WaitingList.tsx';

const HERE = '/agent-dashboard';
const icon = { size: 18, 'aria-hidden': true } as const;

/** The day at a glance: six figures, the newest conversations, and what waits for an answer. */
export function OverviewTab({ agentId }: { agentId: number }) {
  const { user } = useSession();
  const query = useQuery(analyticsQuery(agentId, null));
  const { data, error, refetch } = query;
  useAnalyticsUpdates();
  const figures = data?.overview;
  const count = (value: number | undefined) => (value === undefined ? undefined : inNumbers(value));
  return (
    <div className="grid grid-cols-1 gap-6">
      <header className={`flex flex-wrap items-center justify-between gap-3 ${styles.header}`}>
        <h2>Overview</h2>
        <ButtonLink to={`${HERE}?tab=properties&new=1`}>
          <Plus {...icon} />
          Add New Property
        </ButtonLink>
      </header>
      {user?.agent && <LicenseNotice agent={user.agent} isAway />}
      <RefetchNotice query={query} />
      {error && !data ? (
        <ErrorState headingLevel={3} message={analyticsFailure(error)} onRetry={() => void refetch()} />
      ) : (
        <div className="grid grid-cols-2 gap-3 lg:grid-cols-3">
          <StatCard
            label="Total Listings"
            icon={<Building2 {...icon} />}
            note="Every status"
            value={count(figures?.totalProperties)}
            to={`${HERE}?tab=properties`}
          />
          <StatCard
            label="Active Listings"
            icon={<House {...icon} />}
            note="On the public site"
            value={count(figures?.activeProperties)}
            to={`${HERE}?tab=properties&status=available`}
          />
          <StatCard
            label="Sold This Month"
            icon={<Handshake {...icon} />}
            note="Marked as sold"
            value={count(figures?.soldThisMonth)}
            to={`${HERE}?tab=properties&status=sold`}
          />
          <StatCard
            label="Total Views"
            icon={<Eye {...icon} />}
            note="All time"
            value={count(figures?.totalViews)}
            to={`${HERE}?tab=analytics`}
          />
          <StatCard
            label="New Inquiries"
            icon={<Mail {...icon} />}
            note="Unread"
            value={count(figures?.newInquiries)}
            to={`${HERE}?tab=messages`}
          />
          <StatCard
            label="Scheduled Viewings"
            icon={<CalendarDays {...icon} />}
            note="Confirmed"
            value={count(figures?.scheduledViewings)}
            to={`${HERE}?tab=viewings`}
          />
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
