import { Form, FormBanner } from '#web/forms/Form.tsx';
import { PasswordField, TextAreaField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { showToast } from '#web/ui/showToast.ts';
import { useErasure } from './privacyQueries.ts';

/** Says what goes and what stays, and asks for the password: a forgotten laptop must not erase anybody. */
export function ErasureDialog({ onClose }: { onClose(): void }) {
  const { ask } = useErasure();
  const form = useForm({
    values: { password: '', reason: '' },
    send: async (typed) => {
      await ask.mutateAsync(typed);
      showToast('Your request was sent');
      onClose();
    },
    failure: 'Your request could not be sent. Please try again.',
  });
  const { control } = form;

  return (
    <Dialog title="Ask for Erasure" onClose={onClose} isBackdropInert isLocked={form.isSending}>
      <Form form={form}>
        <p>
          Once an administrator has done it, your account, favorites, viewings and settings are gone for good,
          and your listings are taken off the site. You can withdraw the request until then.
        </p>
        <FormBanner message={form.error} />
        <PasswordField
          control={control}
          name="password"
          label="Your Password"
          autoComplete="current-password"
          required
        />
        <TextAreaField control={control} name="reason" label="Reason" isOptional maxLength={1_000} rows={3} />
        <div className="flex justify-end gap-3">
          <Button variant="outlined" disabled={form.isSending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isDangerous disabled={form.isSending || form.watch('password') === ''}>
            {form.isSending ? 'Sending…' : 'Ask for Erasure'}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
