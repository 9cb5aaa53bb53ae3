import { type FormEvent, type ReactNode, type Ref, useState } from 'react';
import type { SettingsChange } from '#shared/contracts/settings.ts';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { SectionCard } from '#web/ui/SectionCard.tsx';
import styles from './System.module.css';
import { warningOf } from './settingsDraft.ts';

interface SettingsCardProps {
  form: {
    element: Ref<HTMLFormElement>;
    error: string | null;
    isSending: boolean;
    isLocked: boolean;
    submit(event?: FormEvent, instead?: () => void): void;
    discard(): void;
  };
  /** What saving sends; null while everything is as it is saved. */
  change: SettingsChange | null;
  title: string;
  text?: string;
  /** Stands below the form. */
  below?: ReactNode;
  children: ReactNode;
}

/** One category with a save button of its own. What shuts people out is asked about first. */
export function SettingsCard(props: SettingsCardProps) {
  const { title, text, form, change, below, children } = props;
  const [isAsking, setIsAsking] = useState(false);
  const warning = change && warningOf(change);
  const submit = (event: FormEvent) => form.submit(event, warning ? () => setIsAsking(true) : undefined);

  return (
    <SectionCard title={title} text={text}>
      <Form form={{ ...form, submit }} className={styles.form}>
        <div className="grid gap-4 min-w-0 max-w-160 m-0 p-0 border-0">{children}</div>
        <FormBanner message={form.error} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={!change || form.isSending} aria-busy={form.isSending}>
            {form.isSending ? 'Saving...' : `Save ${title} Settings`}
          </Button>
          {change && (
            <Button variant="outlined" disabled={form.isSending} onClick={form.discard}>
              Discard
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
