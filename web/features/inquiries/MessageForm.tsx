import { Send } from 'lucide-react';
import { MAX_EMAIL_LENGTH, MAX_INQUIRY_LENGTH, MAX_NAME_LENGTH } from '#shared/limits.ts';
import { useSession } from '#web/features/auth/index.ts';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { PhoneField, SelectField, TextAreaField, TextField } from '#web/forms/fields.tsx';
import { useFirstFocus, useForm } from '#web/forms/useForm.ts';
import { draftKey } from '#web/forms/useKeptDraft.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import {
  type AboutProperty,
  checkMessage,
  emptyMessage,
  interestLabel,
  type PropertyInterest,
  toMessageBody,
} from './messageDraft.ts';

interface MessageFormProps {
  agentId: number;
  property?: AboutProperty | undefined;
  onSent(): void;
  /** With it there is a Cancel button. */
  onCancel?: () => void;
  /** Takes the focus when it appears: in a dialog. */
  isFocused?: boolean;
}

const interestOptions = (): { value: PropertyInterest | ''; label: string }[] => [
  { value: '', label: t('Not decided yet') },
  ...Object.entries(interestLabel).map(([value, label]) => ({
    value: value as PropertyInterest,
    label: t(label),
  })),
];

/** Leaves an inquiry for an agent, with or without an account. */
export function MessageForm({ agentId, property, onSent, onCancel, isFocused = false }: MessageFormProps) {
  const { user } = useSession();
  const form = useForm({
    values: emptyMessage(user, property),
    check: checkMessage,
    failure: t('Failed to send message'),
    draft: draftKey(property ? `message_${agentId}_${property.id}` : `message_${agentId}`, user?.id),
    async send(filled) {
      await callApi('inquiries.create', {
        params: { id: agentId },
        body: toMessageBody(filled, property?.id ?? null),
      });
      onSent();
    },
  });
  const cancel = () => {
    form.forgetDraft();
    onCancel?.();
  };

  useFirstFocus(form.element, isFocused);

  return (
    <Form form={form} className="grid gap-4">
      <div className="grid gap-4 md:grid-cols-[1fr_1fr]">
        <TextField
          label={t('Your Name')}
          required
          autoComplete="name"
          maxLength={MAX_NAME_LENGTH}
          name="name"
        />
        <TextField
          label={t('Email')}
          type="email"
          required
          autoComplete="email"
          maxLength={MAX_EMAIL_LENGTH}
          placeholder={t('you@example.com')}
          name="email"
        />
      </div>
      <div className="grid gap-4 md:grid-cols-[1fr_1fr]">
        <PhoneField name="phone" isOptional placeholder={t('+63 9XX XXX XXXX')} />
        <SelectField label={t('Property Interest')} name="property_interest" options={interestOptions()} />
      </div>
      <TextAreaField
        label={t('Message')}
        required
        rows={5}
        maxLength={MAX_INQUIRY_LENGTH}
        placeholder={t('What are you looking for, and when can we reach you?')}
        name="message"
      />
      <FormBanner message={form.error} />
      <div className="flex flex-wrap-reverse gap-3 *:flex-[1_1_10rem]">
        {onCancel && (
          <Button variant="outlined" onClick={cancel}>
            {t('Cancel')}
          </Button>
        )}
        <Button type="submit" disabled={form.isSending} aria-busy={form.isSending}>
          <Send size={18} />
          {form.isSending ? t('Sending...') : t('Send Message')}
        </Button>
      </div>
    </Form>
  );
}
