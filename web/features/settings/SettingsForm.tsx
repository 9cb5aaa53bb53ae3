import { type FormEvent, useState } from 'react';
import type { SettingsPage } from '#shared/contracts/settings.ts';
import { clearBrowsingHistory, useBrowsingHistory } from '#web/features/history/index.ts';
import { OwnData } from '#web/features/privacy/index.ts';
import { SaveRow } from '#web/forms/SaveRow.tsx';
import { UnsavedGuard } from '#web/forms/UnsavedGuard.tsx';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { useUrlTab } from '#web/lib/urlState.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { SectionCard } from '#web/ui/SectionCard.tsx';
import { showToast } from '#web/ui/showToast.ts';
import { Tabs } from '#web/ui/Tabs.tsx';
import { NotificationFields } from './NotificationFields.tsx';
import { PreferenceFields } from './PreferenceFields.tsx';
import { PrivacyFields } from './PrivacyFields.tsx';
import { ProfileFields } from './ProfileFields.tsx';
import { useSaveSettings } from './personalSettings.ts';
import styles from './SettingsForm.module.css';
import { checkDraft, isSectionDirty, type SettingsDraft, toChange, toDraft } from './settingsDraft.ts';

const settingsTabs = [
  { id: 'profile', label: 'Profile', section: 'profile' },
  { id: 'notifications', label: 'Notifications', section: 'notifications' },
  { id: 'privacy', label: 'Privacy', section: 'privacy' },
  { id: 'preferences', label: 'Preferences', section: 'search' },
] as const;

const SAVE_FAILED = 'Your settings could not be saved. Please try again.';

/** One draft for all tabs: going from one to another loses nothing, and saving saves all of it. */
export function SettingsForm({ page }: { page: SettingsPage }) {
  const [tab, openTab] = useUrlTab(settingsTabs, { isAlone: true });
  const saved = toDraft(page);
  const [edited, setEdited] = useState<SettingsDraft | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isHistoryAsked, setIsHistoryAsked] = useState(false);
  const history = useBrowsingHistory();
  const { mutate, isPending, isSuccess, submittedAt, error } = useSaveSettings();
  const draft = edited ?? saved;
  const change = toChange(saved, draft);

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!change || isPending) return;
    const found = checkDraft(draft);
    setProblem(found);
    if (found) {
      openTab('profile');
      return;
    }
    mutate(change, {
      onSuccess: () => {
        setEdited(null);
        if (change.search?.saveHistory === false && history.length > 0) setIsHistoryAsked(true);
      },
    });
  };

  const tabs = settingsTabs.map(({ id, label, section }) => ({
    id,
    label,
    badge: isSectionDirty(saved, draft, section) && (
      <span className={styles.dot}>
        <span className="visuallyHidden">not saved</span>
      </span>
    ),
  }));

  const fields = <Section extends keyof SettingsDraft>(section: Section) => ({
    draft: draft[section],
    onChange: (part: SettingsDraft[Section]) => setEdited({ ...draft, [section]: part }),
  });

  return (
    <>
      <form noValidate onSubmit={save}>
        <UnsavedGuard isDirty={change !== null} />
        <Tabs label="Settings" tabs={tabs} active={tab} onChange={openTab}>
          {tab === 'profile' && (
            <SectionCard title="Profile" text="Your name is what agents and other people see.">
              <ProfileFields email={page.profile.email} {...fields('profile')} />
            </SectionCard>
          )}
          {tab === 'notifications' && (
            <SectionCard title="Notifications">
              <NotificationFields {...fields('notifications')} />
            </SectionCard>
          )}
          {tab === 'privacy' && (
            <SectionCard title="Privacy">
              <PrivacyFields {...fields('privacy')} />
            </SectionCard>
          )}
          {tab === 'preferences' && (
            <SectionCard title="Preferences" text="Where your searches begin.">
              <PreferenceFields {...fields('search')} />
            </SectionCard>
          )}
        </Tabs>
        <SaveRow
          isDirty={change !== null}
          isSaving={isPending}
          savedAt={isSuccess ? submittedAt : null}
          error={problem ?? (error && failureSentence(error, SAVE_FAILED))}
          onDiscard={() => {
            setEdited(null);
            setProblem(null);
          }}
        />
        {isHistoryAsked && (
          <ConfirmDialog
            title="Clear your history too?"
            text="Nothing more is recorded from now on. The properties you have viewed so far are still kept in this browser."
            confirmLabel="Clear History"
            cancelLabel="Keep It"
            onConfirm={() => {
              clearBrowsingHistory();
              showToast('Browsing history cleared');
            }}
            onClose={() => setIsHistoryAsked(false)}
          />
        )}
      </form>
      {tab === 'privacy' && <OwnData />}
    </>
  );
}
