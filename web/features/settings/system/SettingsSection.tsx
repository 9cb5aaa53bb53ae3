import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { AdminSettings } from '#shared/contracts/settings.ts';
import {
  type CategoryOfSettings,
  type SettingsCategory,
  settingsCategories,
  settingsTable,
} from '#shared/systemSettings.ts';
import { BackupPanel } from '#web/features/backups/index.ts';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { UnsavedGuard } from '#web/forms/FormDialog.tsx';
import { useForm } from '#web/forms/useForm.ts';
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
import { SettingFields, TestEmail } from './settingFields.tsx';
import {
  type CategoryDraft,
  checkSettings,
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

/** A change of tab keeps typed values; leaving the settings loses them. */
function leavesSettings(from: Location, to: Location): boolean {
  const isSettings = ({ search }: Location) => readSection(new URLSearchParams(search)) === 'settings';
  return from.pathname !== to.pathname || isSettings(from) !== isSettings(to);
}

function SystemSettingsForm({ settings }: { settings: AdminSettings }) {
  const [params] = useSearchParams();
  const tab = readSettingsTab(params);
  const forms = {
    application: useCategoryForm('application', settings),
    email: useCategoryForm('email', settings),
    notifications: useCategoryForm('notifications', settings),
    security: useCategoryForm('security', settings),
    backup: useCategoryForm('backup', settings),
    costs: useCategoryForm('costs', settings),
  } satisfies Record<SettingsCategory, unknown>;
  const dirty = settingsCategories.filter((category) => forms[category].change !== null);

  return (
    <div className="grid grid-cols-[13rem_minmax(0,1fr)] gap-6 items-start max-xl:grid-cols-1">
      <UnsavedGuard isDirty={dirty.length > 0} isLeaving={leavesSettings} />
      <SettingsTabList active={tab} dirty={dirty} />
      <div className="grid gap-6 min-w-0">
        <SettingsCard
          key={tab}
          category={tab}
          below={tab === 'email' && <TestEmail hasUnsaved={dirty.includes(tab)} />}
          {...forms[tab]}
        />
        {tab === 'backup' && <BackupPanel />}
      </div>
    </div>
  );
}

interface SettingsTabListProps {
  active: SettingsCategory;
  /** The categories with unsaved changes. */
  dirty: readonly SettingsCategory[];
}

function SettingsTabList({ active, dirty }: SettingsTabListProps) {
  const list = useRef<HTMLElement>(null);
  useActiveInView(list, active);
  return (
    <nav
      ref={list}
      className="grid gap-1 p-2 panel max-xl:flex max-xl:[overflow:auto_hidden] max-xl:scrollbar-none"
      aria-label={t('Settings')}
    >
      {settingsCategories.map((id) => (
        <Link
          key={id}
          className="nav-item flex-none justify-between gap-2"
          to={sectionAddress('settings', { section: id })}
          preventScrollReset
          aria-current={id === active ? 'page' : undefined}
        >
          {t(settingsTable[id].label)}
          {dirty.includes(id) && (
            <span className="relative w-2 h-2 rounded-full bg-accent max-xl:ml-1">
              <span className="visuallyHidden">{t('not saved')}</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}

function readSettingsTab(params: URLSearchParams): SettingsCategory {
  return settingsCategories.find((category) => category === params.get('section')) ?? 'application';
}

interface SettingsCardProps extends ReturnType<typeof useCategoryForm> {
  category: SettingsCategory;
  below?: ReactNode;
}

/** One category with a save button of its own. A change that locks users out is confirmed first. */
function SettingsCard({ category, form, change, below }: SettingsCardProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { label, save, text }: CategoryOfSettings = settingsTable[category];
  const warning = change && warningOf(change);
  const submit = (event: FormEvent) => form.submit(event, warning ? () => setIsAsking(true) : undefined);

  return (
    <SectionCard title={t(label)} text={text && t(text)}>
      <Form form={{ ...form, submit }} className="grid gap-4 min-w-0">
        <div className="grid gap-4 min-w-0 max-w-160 m-0 p-0 border-0">
          <SettingFields category={category} />
        </div>
        <FormBanner message={form.error} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={!change || form.isSending} aria-busy={form.isSending}>
            {form.isSending ? t('Saving...') : t(save)}
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

/** One category, saved by itself. It stays editable while it is being saved. */
function useCategoryForm(category: SettingsCategory, settings: AdminSettings) {
  const { mutateAsync } = useSaveSettings();
  const failure = t('Failed to update settings');
  const saved = toSettingsDraft(settings);
  const changeOf = (typed: CategoryDraft) => toSettingsChange(category, saved, { ...saved, [category]: typed });
  const form = useForm<CategoryDraft>({
    values: saved[category],
    check: checkSettings,
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
  /** The body that saving sends; null while everything is as it is saved. */
  const change = changeOf(form.watch());
  return { form, change };
}
