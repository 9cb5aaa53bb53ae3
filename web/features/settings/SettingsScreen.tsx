import { useQuery } from '@tanstack/react-query';
import { type FormEvent, Suspense, useState } from 'react';
import type { User } from '#shared/contracts/auth.ts';
import type { SettingsPage } from '#shared/contracts/settings.ts';
import { msg } from '#shared/messages.ts';
import { ApiTokensCard, ListingFeedsCard } from '#web/features/accountSecurity/index.ts';
import { SignedOut, useSession } from '#web/features/auth/index.ts';
import { clearBrowsingHistory, useBrowsingHistory } from '#web/features/history/index.ts';
import { DeleteAccount, OwnData } from '#web/features/privacy/index.ts';
import { PushSettings } from '#web/features/push/index.ts';
import { Form, SaveRow } from '#web/forms/Form.tsx';
import { UnsavedGuard } from '#web/forms/FormDialog.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { currentI18n, t } from '#web/lib/i18n.tsx';
import { draftKey } from '#web/lib/keptWords.ts';
import { languageChoices } from '#web/lib/language.ts';
import { useUrlTab } from '#web/lib/urlState.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { NativeSelect } from '#web/ui/controls/Field.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Page, PageHeader } from '#web/ui/layout/Page.tsx';
import { SectionCard } from '#web/ui/layout/SectionCard.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { useChooseLanguage } from './language.tsx';
import { settingsQuery, useSaveSettings } from './personalSettings.ts';
import { NotificationFields, PreferenceFields, PrivacyFields, ProfileFields } from './sectionFields.tsx';
import { checkDraft, isSectionDirty, type SettingsDraft, toChange, toDraft } from './settingsDraft.ts';

export function SettingsScreen() {
  const { user } = useSession();
  useTitle(t('Settings'));
  return (
    <Page isNarrow>
      {user ? (
        <Settings key={user.id} user={user} />
      ) : (
        <SignedOut title={t('Access Denied')} text={t('Please log in to access your settings.')} />
      )}
    </Page>
  );
}

function Settings({ user }: { user: User }) {
  const query = useQuery(settingsQuery);
  return (
    <>
      <PageHeader
        title={t('Settings')}
        text={t('Choose how Silong reaches you, what others see and how your searches start.')}
      />
      <PartState
        query={query}
        loadingText={t('Loading your settings…')}
        className="grid gap-6"
        skeleton={
          <>
            <Skeleton height="3rem" />
            <Skeleton height="24rem" />
          </>
        }
        failure={(error) => failureSentence(error, t('Your settings could not be loaded.'))}
      >
        {(page) => <SettingsForm page={page} user={user} />}
      </PartState>
    </>
  );
}

const settingsTabs = [
  { id: 'profile', label: msg('Profile'), section: 'profile' },
  { id: 'notifications', label: msg('Notifications'), section: 'notifications' },
  { id: 'privacy', label: msg('Privacy'), section: 'privacy' },
  { id: 'preferences', label: msg('Preferences'), section: 'search' },
] as const;

/** For approved agents only; the API tab has no fields of the form. */
const agentTabs = [...settingsTabs, { id: 'api', label: msg('API'), section: null }] as const;

const WebhooksSection = lazyWithRetry(
  async () => (await import('#web/features/webhooks/index.ts')).WebhooksSection,
);

/** One draft for all tabs: a change of tab keeps it, and saving saves all of it. */
function SettingsForm({ page, user }: { page: SettingsPage; user: User }) {
  const isAgent = user.role === 'agent' && user.agent?.application_status === 'approved';
  const known = isAgent ? agentTabs : settingsTabs;
  const [tab, openTab] = useUrlTab(known, { isAlone: true });
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
    failure: t('Your settings could not be saved. Please try again.'),
    draft: draftKey('settings', user.id),
    draftFields: ['profile'],
    isLocking: false,
  });
  const draft = form.watch();
  const change = toChange(saved, draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!change) return;
    if (checkDraft(draft)) openTab('profile');
    form.submit(event);
  };

  const tabs = known.map(({ id, label, section }) => ({
    id,
    label: t(label),
    badge: section && isSectionDirty(saved, draft, section) && (
      <span className="w-2 h-2 rounded-full bg-accent">
        <span className="visuallyHidden">{t('not saved')}</span>
      </span>
    ),
  }));

  return (
    <>
      <Form form={{ ...form, submit }} className="">
        <UnsavedGuard isDirty={change !== null} onLeave={form.forgetDraft} />
        <Tabs label={t('Settings')} tabs={tabs} active={tab} onChange={openTab}>
          {tab === 'profile' && (
            <SectionCard title={t('Profile')} text={t('Agents and other people see your name.')}>
              <ProfileFields email={page.profile.email} />
            </SectionCard>
          )}
          {tab === 'notifications' && (
            <SectionCard title={t('Notifications')}>
              <NotificationFields />
            </SectionCard>
          )}
          {tab === 'privacy' && (
            <SectionCard title={t('Privacy')}>
              <PrivacyFields />
            </SectionCard>
          )}
          {tab === 'preferences' && (
            <SectionCard title={t('Preferences')} text={t('Defaults for your searches.')}>
              <PreferenceFields />
            </SectionCard>
          )}
          {tab === 'api' && (
            <p className="text-muted">{t('For the programs your office works with. Ask whoever runs them.')}</p>
          )}
        </Tabs>
        {(tab !== 'api' || change !== null) && (
          <SaveRow
            isDirty={change !== null}
            isSaving={form.isSending}
            savedAt={isSuccess ? submittedAt : null}
            error={form.error}
            onDiscard={form.discard}
          />
        )}
        {isHistoryAsked && (
          <ConfirmDialog
            title={t('Clear your history too?')}
            text={t(
              'We no longer record what you view. The properties you viewed so far are still kept in this browser.',
            )}
            confirmLabel={t('Clear History')}
            cancelLabel={t('Keep It')}
            onConfirm={() => {
              clearBrowsingHistory();
              showToast(t('Browsing history cleared'));
            }}
            onClose={() => setIsHistoryAsked(false)}
          />
        )}
      </Form>
      {tab === 'notifications' && (
        <div className="mt-6">
          <PushSettings userId={user.id} />
        </div>
      )}
      {tab === 'preferences' && (
        <div className="mt-6">
          <SectionCard title={t('Language')} text={t('For this site, and for what we send you.')}>
            <LanguageField />
          </SectionCard>
        </div>
      )}
      {tab === 'privacy' && <OwnData />}
      {tab === 'profile' && (
        <div className="mt-6">
          <DeleteAccount />
        </div>
      )}
      {tab === 'api' && (
        <Suspense fallback={<Skeleton height="12rem" />}>
          <div className="grid gap-6 mt-6">
            <ApiTokensCard />
            <WebhooksSection />
            <ListingFeedsCard />
          </div>
        </Suspense>
      )}
    </>
  );
}

/** In the settings: in force at once, without being saved. */
function LanguageField() {
  const choose = useChooseLanguage();
  const choices = languageChoices('/', '');
  return (
    <NativeSelect
      label={t('Language')}
      value={currentI18n().locale}
      options={choices.map(({ code, name }) => ({ value: code, label: name }))}
      onChange={(code) => void choose(code)}
    />
  );
}
