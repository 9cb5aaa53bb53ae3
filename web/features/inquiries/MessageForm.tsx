import { Button } from 'antd';
import { Send } from 'lucide-react';
import { useSession } from '#web/features/auth/index.ts';
import { FormBanner, InputField, TextAreaField } from '#web/forms/FormField.tsx';
import { useFirstFocus } from '#web/forms/useFirstFocus.ts';
import { useForm } from '#web/forms/useForm.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { SelectField } from '#web/ui/SelectField.tsx';
import styles from './MessageForm.module.css';
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

const interestOptions: { value: PropertyInterest | ''; label: string }[] = [
  { value: '', label: 'Not decided yet' },
  ...Object.entries(interestLabel).map(([value, label]) => ({ value: value as PropertyInterest, label })),
];

/** Leaves an inquiry for an agent, with or without an account. */
export function MessageForm({ agentId, property, onSent, onCancel, isFocused = false }: MessageFormProps) {
  const { user } = useSession();
  const { form, draft, problems, error, isSending, change, onSubmit } = useForm({
    initial: emptyMessage(user, property),
    check: checkMessage,
    failure: 'Failed to send message',
    async send(filled) {
      await callApi('POST', `/api/agents/${agentId}/contact`, {
        body: toMessageBody(filled, property?.id ?? null),
      });
      onSent();
    },
  });

  useFirstFocus(form, isFocused);

  return (
    // Our own sentences are shown, not the browser's.
    <form ref={form} className={styles.form} noValidate onSubmit={onSubmit}>
      <div className={styles.pair}>
        <InputField
          label="Your Name"
          required
          autoComplete="name"
          maxLength={120}
          value={draft.name}
          problem={problems.name}
          onChange={(value) => change('name', value)}
        />
        <InputField
          label="Email"
          type="email"
          required
          autoComplete="email"
          maxLength={254}
          placeholder="you@example.com"
          value={draft.email}
          problem={problems.email}
          onChange={(value) => change('email', value)}
        />
      </div>
      <div className={styles.pair}>
        <InputField
          label="Phone"
          type="tel"
          autoComplete="tel"
          maxLength={40}
          placeholder="+63 9XX XXX XXXX"
          value={draft.phone}
          problem={problems.phone}
          onChange={(value) => change('phone', value)}
        />
        <SelectField
          label="Property Interest"
          value={draft.property_interest}
          options={interestOptions}
          onChange={(value) => change('property_interest', value)}
        />
      </div>
      <TextAreaField
        label="Message"
        required
        rows={5}
        maxLength={4_000}
        placeholder="What are you looking for, and when can you be reached?"
        value={draft.message}
        problem={problems.message}
        onChange={(value) => change('message', value)}
      />
      <FormBanner message={error} />
      <div className={styles.actions}>
        {onCancel && (
          <Button size="large" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button
          type="primary"
          size="large"
          htmlType="submit"
          disabled={isSending}
          aria-busy={isSending}
          icon={<Send size={18} aria-hidden="true" />}
        >
          {isSending ? 'Sending...' : 'Send Message'}
        </Button>
      </div>
    </form>
  );
}
