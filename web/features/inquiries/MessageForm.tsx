import { Button } from 'antd';
import { Send } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Agent } from '#shared/contracts/agents.ts';
import { formatShortPrice, priceSuffix } from '#shared/money.ts';
import { useSession } from '#web/features/auth/index.ts';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { SelectField, TextAreaField, TextField } from '#web/forms/fields.tsx';
import { useFirstFocus } from '#web/forms/useFirstFocus.ts';
import { useForm } from '#web/forms/useForm.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Picture } from '#web/ui/Picture.tsx';
import { SentNote } from '#web/ui/SentNote.tsx';
import styles from './MessageForm.module.css';
import {
  type AboutProperty,
  checkMessage,
  emptyMessage,
  interestLabel,
  messageSentText,
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
  const form = useForm({
    values: emptyMessage(user, property),
    check: checkMessage,
    failure: 'Failed to send message',
    async send(filled) {
      await callApi('POST', `/api/agents/${agentId}/contact`, {
        body: toMessageBody(filled, property?.id ?? null),
      });
      onSent();
    },
  });
  const { control } = form;

  useFirstFocus(form.element, isFocused);

  return (
    <Form form={form} className={styles.form}>
      <div className="grid gap-4 md:grid-cols-[1fr_1fr]">
        <TextField
          label="Your Name"
          required
          autoComplete="name"
          maxLength={120}
          control={control}
          name="name"
        />
        <TextField
          label="Email"
          type="email"
          required
          autoComplete="email"
          maxLength={254}
          placeholder="you@example.com"
          control={control}
          name="email"
        />
      </div>
      <div className="grid gap-4 md:grid-cols-[1fr_1fr]">
        <TextField
          label="Phone"
          isOptional
          type="tel"
          autoComplete="tel"
          maxLength={40}
          placeholder="+63 9XX XXX XXXX"
          control={control}
          name="phone"
        />
        <SelectField
          label="Property Interest"
          control={control}
          name="property_interest"
          options={interestOptions}
        />
      </div>
      <TextAreaField
        label="Message"
        required
        rows={5}
        maxLength={4_000}
        placeholder="What are you looking for, and when can you be reached?"
        control={control}
        name="message"
      />
      <FormBanner message={form.error} />
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
          disabled={form.isSending}
          aria-busy={form.isSending}
          icon={<Send size={18} aria-hidden="true" />}
        >
          {form.isSending ? 'Sending...' : 'Send Message'}
        </Button>
      </div>
    </Form>
  );
}

interface AgentMessageModalProps {
  agent: Pick<Agent, 'id' | 'name' | 'avatar_url'> & Partial<Pick<Agent, 'title'>>;
  /** The listing the message is about; it must be one of this agent's. */
  property?: AboutProperty | undefined;
  onClose(): void;
}

/** Specification, part 2 §9. */
const CLOSE_AFTER_MS = 2_000;

/** Open while it is rendered, so closing leaves nothing behind. */
export function AgentMessageModal({ agent, property, onClose }: AgentMessageModalProps) {
  const [isSent, setIsSent] = useState(false);
  const close = useRef(onClose);
  close.current = onClose;

  useEffect(() => {
    if (!isSent) return;
    const timer = setTimeout(() => close.current(), CLOSE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isSent]);

  return (
    <Dialog title={`Message ${agent.name}`} size="wide" isBackdropInert={!isSent} onClose={onClose}>
      {isSent ? (
        <SentNote title="Message Sent!" text={messageSentText(agent.name)} />
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-3 mb-6">
            <Avatar src={agent.avatar_url} size={48} />
            <p className={styles.lines}>
              <strong>{agent.title ?? 'Real Estate Agent'}</strong>
              <span>Answers by email or phone</span>
            </p>
            {property && (
              <div
                className={`flex flex-[1_1_100%] items-center gap-3 min-w-0 p-2 rounded-md bg-sunken ${styles.property}`}
              >
                <span className="flex-none w-18 h-12 overflow-hidden rounded-sm">
                  <Picture src={property.images[0]} alt="" sizes="4.5rem" />
                </span>
                <p className={styles.lines}>
                  <strong>{property.title}</strong>
                  <span>
                    {formatShortPrice(property.price)}
                    {priceSuffix(property.listing_type)} · {property.location.city}
                  </span>
                </p>
              </div>
            )}
          </div>
          <MessageForm
            agentId={agent.id}
            property={property}
            isFocused
            onSent={() => setIsSent(true)}
            onCancel={onClose}
          />
        </>
      )}
    </Dialog>
  );
}
