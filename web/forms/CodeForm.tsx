import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Form, FormBanner } from './Form.tsx';
import { TextField } from './fields.tsx';
import { useForm } from './useForm.ts';

/** A form for six digits that were sent to an address or a number. @param onSend its errors are shown */
export function CodeForm({ onSend }: { onSend(code: string): Promise<void> }) {
  const form = useForm({
    // A name that no call uses, so that the server's sentence is not shown twice.
    values: { digits: '' },
    check: ({ digits }) =>
      /^\d{6}$/.test(digits.replace(/\s/g, '')) ? null : { digits: t('Please enter the six digits') },
    send: ({ digits }) => onSend(digits.replace(/\s/g, '')),
    failure: t('The code could not be checked. Please try again.'),
  });
  return (
    <Form form={form} className="grid gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          name="digits"
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
