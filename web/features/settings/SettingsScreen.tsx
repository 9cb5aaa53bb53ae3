import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { User } from '#shared/contracts/auth.ts';
import type { SettingsPage } from '#shared/contracts/settings.ts';
import { SignedOut, useSession } from '#web/features/auth/index.ts';
import { clearBrowsingHistory, useBrowsingHistory } from '#web/features/history/index.ts';
import { OwnData } from '#web/features/privacy/index.ts';
import { Form } from '#web/forms/Form.tsx';
import { SaveRow } from '#web/forms/SaveRow.tsx';
import { UnsavedGuard } from '#web/forms/UnsavedGuard.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { useUrlTab } from '#web/lib/urlState.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Page, PageHeader } from '#web/ui/layout/Page.tsx';
import { SectionCard } from '#web/ui/layout/SectionCard.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { settingsQuery, useSaveSettings } from './personalSettings.ts';
import { NotificationFields, PreferenceFields, PrivacyFields, ProfileFields } from './sectionFields.tsx';
import { checkDraft, isSectionDirty, type SettingsDraft, toChange, toDraft } from './settingsDraft.ts';

export function SettingsScreen() {
  const { user } = useSession();
  useTitle('Settings');
  return (
    <Page isNarrow>
      {user ? (
        <Settings key={user.id} user={user} />
      ) : (
        <SignedOut title="Access Denied" text="Please log in to access your settings." />
      )}
    </Page>
  );
}

function Settings({ user }: { user: User }) {
  const { data, error, refetch } = useQuery(settingsQuery(user.id));
  return (
    <>
      <PageHeader
        title="Settings"
        text="How Silong reaches you, what others see, and where your searches begin."
      />
      {data ? (
        <SettingsForm page={data} />
      ) : error ? (
        <ErrorState
          message={failureSentence(error, 'Your settings could not be loaded.')}
          onRetry={() => void refetch()}
        />
      ) : (
        <div role="status">
          <span className="visuallyHidden">Loading your settings…</span>
          <Skeleton height="3rem" />
          <br />
          <Skeleton height="24rem" />
        </div>
      )}
    </>
  );
}

const settingsTabs = [
  { id: 'profile', label: 'Profile', section: 'profile' },
  { id: 'notifications', label: 'Notifications', section: 'notifications' },
  { id: 'privacy', label: 'Privacy', section: 'privacy' },
  { id: 'preferences', label: 'Preferences', section: 'search' },
] as const;

const SAVE_FAILED = 'Your settings could not be saved. Please try again.';

/** One draft for all tabs: going from one to another loses nothing, and saving saves all of it. */
function SettingsForm({ page }: { page: SettingsPage }) {
  const [tab, openTab] = useUrlTab(settingsTabs, { isAlone: true });
  const saved = toDraft(page);
  const [isHistoryAsked, setIsHistoryAsked] = useState(false);
  const history = useBrowsingHistory();
  const { mutateAsync, isSuccess, submittedAt } = useSaveSettings();
  const form = useForm<SettingsDraft>({
    values: saved,
    check: checkDraft,
    send: async (typed) => {
      const change = toChange(saved, typed);
      if (!change) return;
      const now = await mutateAsync(change);
      if (change.search?.saveHistory === false && history.length > 0) setIsHistoryAsked(true);
      return toDraft(now);
    },
    failure: SAVE_FAILED,
    isLocking: false,
  });
  const { control } = form;
  const draft = form.watch();
  const change = toChange(saved, draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!change) return;
    if (checkDraft(draft)) openTab('profile');
    form.submit(event);
  };

  const tabs = settingsTabs.map(({ id, label, section }) => ({
    id,
    label,
    badge: isSectionDirty(saved, draft, section) && (
      <span className="w-2 h-2 rounded-full bg-accent">
        <span className="visuallyHidden">not saved</span>
      </span>
    ),
  }));

  return (
    <>
      <Form form={{ ...form, submit }} className="">
        <UnsavedGuard isDirty={change !== null} />
        <Tabs label="Settings" tabs={tabs} active={tab} onChange={openTab}>
          {tab === 'profile' && (
            <SectionCard title="Profile" text="Your name is what agents and other people see.">
              <ProfileFields control={control} email={page.profile.email} />
            </SectionCard>
          )}
          {tab === 'notifications' && (
            <SectionCard title="Notifications">
              <NotificationFields control={control} />
            </SectionCard>
          )}
          {tab === 'privacy' && (
            <SectionCard title="Privacy">
              <PrivacyFields control={control} />
            </SectionCard>
          )}
          {tab === 'preferences' && (
            <SectionCard title="Preferences" text="Where your searches begin.">
              <PreferenceFields control={control} />
            </SectionCard>
          )}
        </Tabs>
        <SaveRow
          isDirty={change !== null}
          isSaving={form.isSending}
          savedAt={isSuccess ? submittedAt : null}
          error={form.error}
          onDiscard={form.discard}
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
      </Form>
      {tab === 'privacy' && <OwnData />}
    </>
  );
}
