import { useQuery } from '@tanstack/react-query';
import {
  Building2,
  Clock,
  type LucideIcon,
  MessagesSquare,
  UserCheck,
  UserRoundCheck,
  UsersRound,
} from 'lucide-react';
import { PendingAgents } from '#web/features/agents/index.ts';
import { useIsAllowed } from '#web/features/auth/index.ts';
import { OutboundNotice } from '#web/features/jobs/index.ts';
import { adminQuery } from '#web/lib/adminData.ts';
import { abilityFor, sectionAddress } from '#web/lib/dashboards.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { LoadFailure } from '#web/ui/list/AdminList.tsx';
import { Section, SectionHeader, StatCards } from '#web/ui/section/Section.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';

const statsQuery = adminQuery('analytics.siteStats');

type ListAddress = Parameters<typeof sectionAddress>;

export function OverviewSection() {
  const query = useQuery(statsQuery);
  const { data: stats } = query;
  const isAllowed = useIsAllowed();
  /** Figures of records that this role may not list are no links. */
  const card = (label: string, value: number | undefined, Icon: LucideIcon, ...list: ListAddress) => ({
    label,
    value,
    Icon,
    ...(isAllowed(abilityFor(list[0])) ? { to: sectionAddress(...list) } : {}),
  });
  return (
    <Section label={t('Overview')}>
      <SectionHeader title={t('Overview')} />
      <OutboundNotice />
      <LoadFailure
        query={query}
        notFetched={t('Failed to fetch dashboard stats')}
        notLoaded={t('Failed to load dashboard statistics')}
      />
      <StatCards
        label={t('Figures')}
        hasFailed={query.isError}
        cards={[
          card(t('Total Users'), stats?.totalUsers, UsersRound, 'users'),
          card(t('Total Agents'), stats?.totalAgents, UserCheck, 'users', { role: 'agent' }),
          card(t('Total Properties'), stats?.totalProperties, Building2, 'properties'),
          {
            ...card(t('Pending Agents'), stats?.pendingAgents, Clock, 'agents'),
            isUrgent: (stats?.pendingAgents ?? 0) > 0,
          },
          card(t('Active Users'), stats?.activeUsers, UserRoundCheck, 'users', { status: 'active' }),
          card(t('Total Messages'), stats?.totalMessages, MessagesSquare, 'messages'),
        ]}
      />
      {isAllowed('admins.manage') && <SecondFactorReminder count={stats?.adminsWithoutSecondFactor ?? 0} />}
      {isAllowed(abilityFor('agents')) && <PendingAgents />}
    </Section>
  );
}

/** Until every administrator has a second factor. */
function SecondFactorReminder({ count }: { count: number }) {
  return (
    <Notice kind="info">
      {count > 0 && (
        <>
          {t(
            '{count, plural, one {# administrator logs in} other {# administrators log in}} with a password alone. Two-step login keeps a stolen password from opening this dashboard.',
            { count },
          )}{' '}
          <Link to="/profile#security">{t('Check your own login')}</Link>
        </>
      )}
    </Notice>
  );
}
