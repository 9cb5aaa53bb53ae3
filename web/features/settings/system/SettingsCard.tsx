import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { SettingsCategory, SettingsChange } from '#shared/contracts/systemSettings.ts';
import { FormBanner } from '#web/forms/FormField.tsx';
import { adminFailure } from '#web/lib/adminFailure.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { SectionCard } from '#web/ui/SectionCard.tsx';
import { showToast } from '#web/ui/showToast.ts';
import { useSaveSettings } from './queries.ts';
import styles from './System.module.css';
import { checkSettings, type SettingsDraft, type SettingsProblems, warningOf } from './settingsDraft.ts';

interface SettingsCardProps {
  title: string;
  text?: string;
  draft: SettingsDraft[SettingsCategory];
  /** What saving sends; null while everything is as it is saved. */
  change: SettingsChange | null;
  /** Saved or given up: what was typed is no longer needed. */
  onDone(): void;
  /** Stands below the form. */
  below?: ReactNode;
  children(problems: SettingsProblems): ReactNode;
}

const FAILED = 'Failed to update settings';

/** One category with a save button of its own. What shuts people out is asked about first. */
export function SettingsCard(props: SettingsCardProps) {
  const { title, text, draft, change, onDone, below, children } = props;
  const { mutateAsync, isPending } = useSaveSettings();
  const [hasTried, setHasTried] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const problems = checkSettings(draft);
  const warning = change && warningOf(change);

  const send = async () => {
    if (!change) return;
    setError(null);
    await mutateAsync(change);
    setHasTried(false);
    onDone();
    showToast('Settings updated successfully!');
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    setHasTried(true);
    const [first] = Object.keys(problems);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    else if (warning) setIsAsking(true);
    else send().catch((failure) => setError(adminFailure(failure, FAILED)));
  };

  return (
    <SectionCard title={title} text={text}>
      <form ref={form} className={styles.form} noValidate onSubmit={save}>
        <fieldset className={styles.fields} disabled={isPending}>
          {children(hasTried ? problems : {})}
        </fieldset>
        <FormBanner message={error} />
        <div className={styles.buttons}>
          <Button type="submit" disabled={!change || isPending}>
            {isPending ? 'Saving...' : `Save ${title} Settings`}
          </Button>
          {change && (
            <Button
              variant="outlined"
              disabled={isPending}
              onClick={() => {
                setHasTried(false);
                setError(null);
                onDone();
              }}
            >
              Discard
            </Button>
          )}
        </div>
      </form>
      {below}
      {isAsking && warning && (
        <ConfirmDialog
          title={warning.title}
          text={warning.text}
          confirmLabel={warning.confirm}
          onConfirm={send}
          failureOf={(failure) => adminFailure(failure, FAILED)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </SectionCard>
  );
}
