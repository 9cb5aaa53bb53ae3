import { msg } from '#shared/messages.ts';
import { DuplicatesPanel } from '#web/features/duplicates/DuplicatesPanel.tsx';
import { LicensesPanel, OfficeLicensesPanel } from '#web/features/licenses/index.ts';
import { ReportsPanel } from '#web/features/reports/index.ts';
import { ReviewsPanel } from '#web/features/reviews/index.ts';
import { SignalsPanel } from '#web/features/signals/SignalsPanel.tsx';
import { t } from '#web/lib/i18n.tsx';
import { useSearchParams } from '#web/lib/router.tsx';
import { Badge } from '#web/ui/display/Badge.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { Section, SectionHeader } from '#web/ui/section/Section.tsx';
import { useWaitingCases } from './useWaitingCases.ts';

const desks = [
  { id: 'reports', label: msg('Reports'), Panel: ReportsPanel },
  { id: 'duplicates', label: msg('Duplicates'), Panel: DuplicatesPanel },
  { id: 'licenses', label: msg('Licenses'), Panel: LicensesPanel },
  { id: 'offices', label: msg('Offices'), Panel: OfficeLicensesPanel },
  { id: 'signals', label: msg('Signals'), Panel: SignalsPanel },
  { id: 'reviews', label: msg('Reviews'), Panel: ReviewsPanel },
] as const;

/** The trust desks: `?tab=trust&desk=…` with each desk's own filters. */
export function TrustSection() {
  const [params, setParams] = useSearchParams();
  const waiting = useWaitingCases();
  const active = desks.find(({ id }) => id === params.get('desk')) ?? desks[0];
  return (
    <Section label={t('Trust Desk')}>
      <SectionHeader title={t('Trust Desk')} />
      <Tabs
        label={t('Desks')}
        tabs={desks.map(({ id, label }) => ({ id, label: t(label), badge: countBadge(waiting[id]) }))}
        active={active.id}
        onChange={(desk) => setParams({ tab: 'trust', desk })}
      >
        <active.Panel />
      </Tabs>
    </Section>
  );
}

const countBadge = (count: number) => (count > 0 ? <Badge tone="warning">{count}</Badge> : undefined);
