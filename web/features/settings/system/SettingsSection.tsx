import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '#web/lib/adminQueries.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { FailureBanner } from '#web/ui/adminParts/FailureBanner.tsx';
import { SectionHeader } from '#web/ui/adminParts/SectionHeader.tsx';
import styles from '#web/ui/adminParts/section.module.css';
import { PageSpinner } from '#web/ui/PageSpinner.tsx';
import { SystemSettingsForm } from './SystemSettingsForm.tsx';

export function SettingsSection() {
  const { data: settings, error, refetch } = useQuery(settingsQuery);
  return (
    <section className={styles.section} aria-label="Settings">
      <SectionHeader title="System Settings" />
      <FailureBanner
        message={
          error && failureSentence(error, 'Failed to fetch system settings', 'Failed to load system settings')
        }
        onRetry={() => void refetch()}
      />
      {settings && <SystemSettingsForm settings={settings} />}
      {!settings && !error && <PageSpinner label="Loading settings…" />}
    </section>
  );
}
