import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { AdminSettings, SettingsCategory, SettingsChange } from '#shared/contracts/settings.ts';
import { type Message, msg } from '#shared/messages.ts';
import { BackupPanel } from '#web/features/backups/index.ts';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { UnsavedGuard } from '#web/forms/UnsavedGuard.tsx';
import { type Problems, useForm } from '#web/forms/useForm.ts';
import { readSection, sectionAddress } from '#web/lib/dashboards.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link, type Location, useSearchParams } from '#web/lib/router.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { SectionCard } from '#web/ui/layout/SectionCard.tsx';
import { useActiveInView } from '#web/ui/layout/Tabs.tsx';
import { LoadFailure } from '#web/ui/list/AdminList.tsx';
import { Section, SectionHeader } from '#web/ui/section/Section.tsx';
import { PageSpinner } from '#web/ui/states/Spinner.tsx';
import {
  ApplicationFields,
  BackupFields,
  CostFields,
  EmailFields,
  NotificationFields,
  SecurityFields,
  TestEmail,
} from './categoryFields.tsx';
import {
  checkSettings,
  type SettingsDraft,
  settingsQuery,
  toSettingsChange,
  toSettingsDraft,
  useSaveSettings,
  warningOf,
} from './settingsDraft.ts';

export function SettingsSection() {
  const query = useQuery(settingsQuery);
  const { data: settings, error } = query;
  return (
    <Section label={t('Settings')}>
      <SectionHeader title={t('System Settings')} />
      <LoadFailure
        query={query}
        notFetched={t('Failed to fetch system settings')}
        notLoaded={t('Failed to load system settings')}
      />
      {settings && <SystemSettingsForm settings={settings} />}
      {!settings && !error && <PageSpinner label={t('Loading settings…')} />}
    </Section>
  );
}

/** Going from one tab of the settings to another loses nothing; leaving them does. */
function leavesSettings(from: Location, to: Location): boolean {
  const isSettings = ({ search }: Location) => readSection(new URLSearchParams(search)) === 'settings';
  return from.pathname !== to.pathname || isSettings(from) !== isSettings(to);
}

function SystemSettingsForm({ settings }: { settings: AdminSettings }) {
  const [params] = useSearchParams();
  const tab = readSettingsTab(params);
  const application = useCategoryForm('application', settings);
  const email = useCategoryForm('email', settings);
  const notifications = useCategoryForm('notifications', settings);
  const security = useCategoryForm('security', settings);
  const backup = useCategoryForm('backup', settings);
  const costs = useCategoryForm('costs', settings);
  const dirty = [application, email, notifications, security, backup, costs]
    .filter(({ change }) => change !== null)
    .map(({ category }) => category);

  return (
    <div className="grid grid-cols-[13rem_minmax(0,1fr)] gap-6 items-start max-xl:grid-cols-1">
      <UnsavedGuard isDirty={dirty.length > 0} isLeaving={leavesSettings} />
      <SettingsTabList active={tab} dirty={dirty} />
      <div className="grid gap-6 min-w-0">
        {tab === 'application' && (
          <SettingsCard key={tab} {...application}>
            <ApplicationFields />
          </SettingsCard>
        )}
        {tab === 'email' && (
          <SettingsCard
            key={tab}
            text={t(
              'The mail server that sends the site’s email. Settings saved here override the server’s environment.',
            )}
            below={<TestEmail hasUnsaved={dirty.includes('email')} />}
            {...email}
          >
            <EmailFields isPasswordSaved={settings.email.smtpPasswordSet} />
          </SettingsCard>
        )}
        {tab === 'notifications' && (
          <SettingsCard key={tab} {...notifications}>
            <NotificationFields />
          </SettingsCard>
        )}
        {tab === 'security' && (
          <SettingsCard key={tab} {...security}>
            <SecurityFields />
          </SettingsCard>
        )}
        {tab === 'backup' && (
          <>
            <SettingsCard
              key={tab}
              text={t(
                'A backup contains the database and every image. You can create one while the site runs.',
              )}
              {...backup}
            >
              <BackupFields />
            </SettingsCard>
            <BackupPanel />
          </>
        )}
        {tab === 'costs' && (
          <SettingsCard
            key={tab}
            text={t('The taxes, fees, loans, dues and rents behind the estimates on listings.')}
            {...costs}
          >
            <CostFields />
          </SettingsCard>
        )}
      </div>
    </div>
  );
}

interface SettingsTabListProps {
  active: SettingsCategory;
  /** Those with something that is not saved. */
  dirty: readonly SettingsCategory[];
}

function SettingsTabList({ active, dirty }: SettingsTabListProps) {
  const list = useRef<HTMLElement>(null);
  useActiveInView(list, active);
  return (
    <nav
      ref={list}
      className="grid gap-1 p-2 border border-line rounded-lg bg-surface max-xl:flex max-xl:[overflow:auto_hidden] max-xl:[scrollbar-width:none]"
      aria-label={t('Settings')}
    >
      {categories.map((id) => (
        <Link
          key={id}
          className="flex flex-none items-center justify-between gap-2 min-h-11 px-3 rounded-[0.625rem] text-muted text-[0.9375rem] font-semibold no-underline whitespace-nowrap hover:text-ink aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary"
          to={sectionAddress('settings', { section: id })}
          preventScrollReset
          aria-current={id === active ? 'page' : undefined}
        >
          {t(categoryWords[id].label)}
          {dirty.includes(id) && (
            <span className="relative w-2 h-2 rounded-full bg-accent max-xl:ml-1!">
              <span className="visuallyHidden">{t('not saved')}</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}

/** Specification, part 3 §2. */
const categoryWords: Record<SettingsCategory, { label: Message; save: Message }> = {
  application: { label: msg('Application'), save: msg('Save Application Settings') },
  email: { label: msg('Email Service'), save: msg('Save Email Service Settings') },
  notifications: { label: msg('Notifications'), save: msg('Save Notifications Settings') },
  security: { label: msg('Security'), save: msg('Save Security Settings') },
  backup: { label: msg('Backup & Recovery'), save: msg('Save Backup & Recovery Settings') },
  costs: { label: msg('Costs & Rates'), save: msg('Save Costs & Rates Settings') },
};
const categories = Object.keys(categoryWords) as SettingsCategory[];

function readSettingsTab(params: URLSearchParams): SettingsCategory {
  return categories.find((category) => category === params.get('section')) ?? 'application';
}

interface SettingsCardProps<Category extends SettingsCategory> {
  form: ReturnType<typeof useForm<SettingsDraft[Category]>>;
  /** What saving sends; null while everything is as it is saved. */
  change: SettingsChange | null;
  category: Category;
  text?: string;
  /** Stands below the form. */
  below?: ReactNode;
  children: ReactNode;
}

/** One category with a save button of its own. What shuts people out is asked about first. */
function SettingsCard<Category extends SettingsCategory>(props: SettingsCardProps<Category>) {
  const { category, text, form, change, below, children } = props;
  const [isAsking, setIsAsking] = useState(false);
  const warning = change && warningOf(change);
  const submit = (event: FormEvent) => form.submit(event, warning ? () => setIsAsking(true) : undefined);

  return (
    <SectionCard title={t(categoryWords[category].label)} text={text}>
      <Form form={{ ...form, submit }} className="grid gap-4 min-w-0">
        <div className="grid gap-4 min-w-0 max-w-160 m-0 p-0 border-0">{children}</div>
        <FormBanner message={form.error} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={!change || form.isSending} aria-busy={form.isSending}>
            {form.isSending ? t('Saving...') : t(categoryWords[category].save)}
          </Button>
          {change && (
            <Button variant="outlined" disabled={form.isSending} onClick={form.discard}>
              {t('Discard')}
            </Button>
          )}
        </div>
      </Form>
      {below}
      {isAsking && warning && (
        <ConfirmDialog
          title={warning.title}
          text={warning.text}
          confirmLabel={warning.confirm}
          onConfirm={() => form.submit()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </SectionCard>
  );
}

/** One category, saved by itself. It may be edited on while it is being saved. */
function useCategoryForm<Category extends SettingsCategory>(category: Category, settings: AdminSettings) {
  const { mutateAsync } = useSaveSettings();
  const failure = t('Failed to update settings');
  const saved = toSettingsDraft(settings);
  const changeOf = (typed: SettingsDraft[Category]) =>
    toSettingsChange(category, saved, { ...saved, [category]: typed });
  const form = useForm<SettingsDraft[Category]>({
    values: saved[category],
    check: (typed) => checkSettings(typed) as Problems<SettingsDraft[Category]>,
    send: async (typed) => {
      const change = changeOf(typed);
      if (!change) return;
      const now = await mutateAsync(change);
      showToast(t('Settings updated successfully!'));
      return toSettingsDraft(now)[category];
    },
    failure,
    silent: failure,
    isLocking: false,
  });
  return { category, form, change: changeOf(form.watch()) };
}
