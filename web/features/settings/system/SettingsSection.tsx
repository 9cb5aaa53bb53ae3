import { useQuery } from '@tanstack/react-query';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { PageSpinner } from '#web/ui/Spinner.tsx';
import { FailureBanner } from '#web/ui/section/FailureBanner.tsx';
import { Section, SectionHeader } from '#web/ui/section/Section.tsx';
import { settingsQuery } from './queries.ts';
import { SystemSettingsForm } from './SystemSettingsForm.tsx';

export function SettingsSection() {
  const { data: settings, error, refetch } = useQuery(settingsQuery);
  return (
    <Section label="Settings">
      <SectionHeader title="System Settings" />
      <FailureBanner
        message={
          error && failureSentence(error, 'Failed to fetch system settings', 'Failed to load system settings')
        }
        onRetry={() => void refetch()}
      />
      {settings && <SystemSettingsForm settings={settings} />}
      {!settings && !error && <PageSpinner label="Loading settings…" />}
    </Section>
  );
}
