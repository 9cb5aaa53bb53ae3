import { useQuery } from '@tanstack/react-query';
import { Building2, Clock, MessagesSquare, UserCheck, UserRoundCheck, UsersRound } from 'lucide-react';
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

export function OverviewSection() {
  const query = useQuery(statsQuery);
  const { data: stats } = query;
  const isAllowed = useIsAllowed();
  /** Figures of records that this role may not list are no links. */
  const listOf = (...section: Parameters<typeof sectionAddress>) =>
    isAllowed(abilityFor(section[0])) ? { to: sectionAddress(...section) } : {};
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
          { label: t('Total Users'), value: stats?.totalUsers, Icon: UsersRound, ...listOf('users') },
          {
            label: t('Total Agents'),
            value: stats?.totalAgents,
            Icon: UserCheck,
            ...listOf('users', { role: 'agent' }),
          },
          {
            label: t('Total Properties'),
            value: stats?.totalProperties,
            Icon: Building2,
            ...listOf('properties'),
          },
          {
            label: t('Pending Agents'),
            value: stats?.pendingAgents,
            Icon: Clock,
            ...listOf('agents'),
            isUrgent: (stats?.pendingAgents ?? 0) > 0,
          },
          {
            label: t('Active Users'),
            value: stats?.activeUsers,
            Icon: UserRoundCheck,
            ...listOf('users', { status: 'active' }),
          },
          {
            label: t('Total Messages'),
            value: stats?.totalMessages,
            Icon: MessagesSquare,
            ...listOf('messages'),
          },
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
