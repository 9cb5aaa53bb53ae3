import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Form, FormBanner } from './Form.tsx';
import { TextField } from './fields.tsx';
import { useForm } from './useForm.ts';

interface CodeFormProps {
  /** Sends the digits. What it throws is told at the field. */
  onSend(code: string): Promise<void>;
  /** What the server calls the field. */
  serverName: string;
}

/** Six digits that were sent to an address or a number. */
export function CodeForm({ onSend, serverName }: CodeFormProps) {
  const form = useForm({
    values: { code: '' },
    check: ({ code }) =>
      /^\d{6}$/.test(code.replace(/\s/g, '')) ? null : { code: t('Please enter the six digits') },
    send: ({ code }) => onSend(code.replace(/\s/g, '')),
    place: (path) => (path === serverName ? 'code' : path),
    failure: t('The code could not be checked. Please try again.'),
  });
  return (
    <Form form={form} className="grid gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          name="code"
          label={t('Six-digit code')}
          className="w-40"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
        />
        <Button type="submit" disabled={form.isSending} aria-busy={form.isSending}>
          {form.isSending ? t('Checking...') : t('Confirm')}
        </Button>
      </div>
      <FormBanner message={form.error} />
    </Form>
  );
}
