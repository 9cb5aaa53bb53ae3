import { type Location, useSearchParams } from 'react-router';
import type { AdminSettings } from '#shared/contracts/settings.ts';
import { BackupPanel } from '#web/features/backups/index.ts';
import { UnsavedGuard } from '#web/forms/UnsavedGuard.tsx';
import { readSection } from '#web/lib/dashboards.ts';
import {
  ApplicationFields,
  BackupFields,
  EmailFields,
  NotificationFields,
  SecurityFields,
} from './categoryFields.tsx';
import { SettingsCard } from './SettingsCard.tsx';
import { SettingsTabList } from './SettingsTabList.tsx';
import { readSettingsTab } from './settingsTabs.ts';
import { TestEmail } from './TestEmail.tsx';
import { useCategoryForm } from './useCategoryForm.ts';

/** Going from one tab of the settings to another loses nothing; leaving them does. */
function leavesSettings(from: Location, to: Location): boolean {
  const isSettings = ({ search }: Location) => readSection(new URLSearchParams(search)) === 'settings';
  return from.pathname !== to.pathname || isSettings(from) !== isSettings(to);
}

export function SystemSettingsForm({ settings }: { settings: AdminSettings }) {
  const [params] = useSearchParams();
  const tab = readSettingsTab(params);
  const application = useCategoryForm('application', settings);
  const email = useCategoryForm('email', settings);
  const notifications = useCategoryForm('notifications', settings);
  const security = useCategoryForm('security', settings);
  const backup = useCategoryForm('backup', settings);
  const dirty = [application, email, notifications, security, backup]
    .filter(({ change }) => change !== null)
    .map(({ category }) => category);

  return (
    <div className="grid grid-cols-[13rem_minmax(0,1fr)] gap-6 items-start max-xl:grid-cols-1">
      <UnsavedGuard isDirty={dirty.length > 0} isLeaving={leavesSettings} />
      <SettingsTabList active={tab} dirty={dirty} />
      <div className="grid gap-6 min-w-0">
        {tab === 'application' && (
          <SettingsCard key={tab} title="Application" {...application}>
            <ApplicationFields control={application.form.control} />
          </SettingsCard>
        )}
        {tab === 'email' && (
          <SettingsCard
            key={tab}
            title="Email Service"
            text="The mail server that sends the site’s mail. What is saved here wins over the server’s environment."
            below={<TestEmail hasUnsaved={dirty.includes('email')} />}
            {...email}
          >
            <EmailFields control={email.form.control} isPasswordSaved={settings.email.smtpPasswordSet} />
          </SettingsCard>
        )}
        {tab === 'notifications' && (
          <SettingsCard key={tab} title="Notifications" {...notifications}>
            <NotificationFields control={notifications.form.control} />
          </SettingsCard>
        )}
        {tab === 'security' && (
          <SettingsCard key={tab} title="Security" {...security}>
            <SecurityFields control={security.form.control} />
          </SettingsCard>
        )}
        {tab === 'backup' && (
          <>
            <SettingsCard
              key={tab}
              title="Backup & Recovery"
              text="A backup holds the database and every picture, made while the site runs."
              {...backup}
            >
              <BackupFields control={backup.form.control} />
            </SettingsCard>
            <BackupPanel />
          </>
        )}
      </div>
    </div>
  );
}
