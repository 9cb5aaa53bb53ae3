import { useState } from 'react';
import { type Location, useSearchParams } from 'react-router';
import type { AdminSettings, SettingsCategory } from '#shared/contracts/systemSettings.ts';
import { BackupPanel } from '#web/features/backups/index.ts';
import { UnsavedGuard } from '#web/forms/UnsavedGuard.tsx';
import { readSection } from '#web/lib/dashboards.ts';
import { ApplicationFields } from './ApplicationFields.tsx';
import { BackupFields } from './BackupFields.tsx';
import { EmailFields } from './EmailFields.tsx';
import { NotificationFields } from './NotificationFields.tsx';
import { SecurityFields } from './SecurityFields.tsx';
import { SettingsCard } from './SettingsCard.tsx';
import { SettingsTabList } from './SettingsTabList.tsx';
import styles from './System.module.css';
import { type SettingsDraft, toSettingsChange, toSettingsDraft } from './settingsDraft.ts';
import { readSettingsTab, settingsTabs } from './settingsTabs.ts';
import { TestEmail } from './TestEmail.tsx';

const CATEGORIES = settingsTabs.map(({ id }) => id);

/** Going from one tab of the settings to another loses nothing; leaving them does. */
function leavesSettings(from: Location, to: Location): boolean {
  const isSettings = ({ search }: Location) => readSection(new URLSearchParams(search)) === 'settings';
  return from.pathname !== to.pathname || isSettings(from) !== isSettings(to);
}

export function SystemSettingsForm({ settings }: { settings: AdminSettings }) {
  const [params] = useSearchParams();
  const tab = readSettingsTab(params);
  const saved = toSettingsDraft(settings);
  const [edited, setEdited] = useState<Partial<SettingsDraft>>({});
  const draft = { ...saved, ...edited };
  const dirty = CATEGORIES.filter((category) => toSettingsChange(category, saved, draft) !== null);

  const discard = (category: SettingsCategory) =>
    setEdited(({ [category]: _given, ...others }) => others as Partial<SettingsDraft>);
  const fields = <Category extends SettingsCategory>(category: Category) => ({
    draft: draft[category],
    onChange: (changes: Partial<SettingsDraft[Category]>) =>
      setEdited((before) => ({
        ...before,
        [category]: { ...(before[category] ?? saved[category]), ...changes },
      })),
  });
  const card = (category: SettingsCategory) => ({
    draft: draft[category],
    change: toSettingsChange(category, saved, draft),
    onDone: () => discard(category),
  });

  return (
    <div className={styles.settings}>
      <UnsavedGuard isDirty={dirty.length > 0} isLeaving={leavesSettings} />
      <SettingsTabList active={tab} dirty={dirty} />
      <div className={styles.panel}>
        {tab === 'application' && (
          <SettingsCard key={tab} title="Application" {...card(tab)}>
            {(problems) => <ApplicationFields problems={problems} {...fields('application')} />}
          </SettingsCard>
        )}
        {tab === 'email' && (
          <SettingsCard
            key={tab}
            title="Email Service"
            text="The mail server that sends the site’s mail. What is saved here wins over the server’s environment."
            below={<TestEmail hasUnsaved={dirty.includes('email')} />}
            {...card(tab)}
          >
            {(problems) => (
              <EmailFields
                problems={problems}
                isPasswordSaved={settings.email.smtpPasswordSet}
                {...fields('email')}
              />
            )}
          </SettingsCard>
        )}
        {tab === 'notifications' && (
          <SettingsCard key={tab} title="Notifications" {...card(tab)}>
            {() => <NotificationFields {...fields('notifications')} />}
          </SettingsCard>
        )}
        {tab === 'security' && (
          <SettingsCard key={tab} title="Security" {...card(tab)}>
            {(problems) => <SecurityFields problems={problems} {...fields('security')} />}
          </SettingsCard>
        )}
        {tab === 'backup' && (
          <>
            <SettingsCard
              key={tab}
              title="Backup & Recovery"
              text="A backup holds the database and every picture, made while the site runs."
              {...card(tab)}
            >
              {(problems) => <BackupFields problems={problems} {...fields('backup')} />}
            </SettingsCard>
            <BackupPanel />
          </>
        )}
      </div>
    </div>
  );
}
