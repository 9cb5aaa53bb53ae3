import { Send } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import type { Agent } from '#shared/contracts/agents.ts';
import type { User } from '#shared/contracts/auth.ts';
import type { contactBody, propertyInterests } from '#shared/contracts/inquiries.ts';
import type { Property } from '#shared/contracts/properties.ts';
import { MAX_ATTACHMENTS, MAX_EMAIL_LENGTH, MAX_INQUIRY_LENGTH, MAX_NAME_LENGTH } from '#shared/limits.ts';
import type { PropertyType } from '#shared/listing/vocabulary.ts';
import { formatShortPrice, priceSuffix } from '#shared/money.ts';
import {
  AttachButton,
  AttachedFiles,
  areReady,
  attachFiles,
  takeFiles,
  useAttachedFiles,
} from '#web/features/attachments/index.ts';
import { useSession } from '#web/features/auth/index.ts';
import { useFileDrop } from '#web/forms/DropZone.tsx';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import { PhoneField, SelectField, TextAreaField, TextField } from '#web/forms/fields.tsx';
import { type Problems, useFirstFocus, useForm } from '#web/forms/useForm.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { Trans, t } from '#web/lib/i18n.tsx';
import { draftKey } from '#web/lib/keptWords.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { SentNote } from '#web/ui/states/SentNote.tsx';
import { interestLabel, messageSentText } from './inquiryRules.ts';

type PropertyInterest = (typeof propertyInterests)[number];
type MessageBody = z.input<typeof contactBody>;

type AboutFields = 'id' | 'title' | 'type' | 'price' | 'listing_type' | 'images' | 'location';
export type AboutProperty = Pick<Property, AboutFields>;

const interestOf: Record<PropertyType, PropertyInterest> = {
  apartment: 'apartment',
  house: 'house',
  condo: 'condo',
  duplex: 'house',
  office: 'commercial',
  commercial: 'commercial',
  land: 'land',
};

/** The form with known data filled in; about a listing also with a first sentence. */
export const emptyMessage = (user: User | null, property?: AboutProperty) => ({
  name: user?.name ?? '',
  email: user?.email ?? '',
  phone: user?.phone ?? '',
  message: property
    ? t('Hello, I am interested in {title}. Is it still available?', { title: property.title })
    : '',
  property_interest: property ? interestOf[property.type] : ('' as const),
});

type MessageDraft = ReturnType<typeof emptyMessage>;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

/** Specification, part 2 §5: name, e-mail and message are required. */
export function checkMessage({ name, email, message }: MessageDraft): Problems<MessageDraft> {
  const problems: Problems<MessageDraft> = {};
  if (name.trim() === '') problems.name = t('Name is required');
  if (email.trim() === '') problems.email = t('Email is required');
  else if (!EMAIL.test(email.trim())) problems.email = t('Invalid email format');
  if (message.trim() === '') problems.message = t('Message is required');
  return problems;
}

export function toMessageBody(draft: MessageDraft, propertyId: number | null): MessageBody {
  const { name, email, phone, message, property_interest } = draft;
  return {
    name: name.trim(),
    email: email.trim(),
    phone: phone.trim() || null,
    message: message.trim(),
    property_interest,
    property_id: propertyId,
  };
}

interface MessageFormProps {
  agentId: number;
  property?: AboutProperty | undefined;
  onSent(): void;
  /** With it there is a Cancel button. */
  onCancel?: () => void;
  /** Takes the focus when it appears: in a dialog. */
  isFocused?: boolean;
}

const interestOptions = () => [
  { value: '', label: t('Not decided yet') },
  ...Object.entries(interestLabel).map(([value, label]) => ({ value, label: t(label) })),
];

/** Leaves an inquiry for an agent, with or without an account. */
export function MessageForm({ agentId, property, onSent, onCancel, isFocused = false }: MessageFormProps) {
  const { user } = useSession();
  const filesKey = `message ${agentId} ${property?.id ?? 'none'}`;
  const files = useAttachedFiles(filesKey);
  const drop = useFileDrop((dropped) => user && attachFiles(filesKey, dropped));
  const form = useForm({
    values: emptyMessage(user, property),
    check: checkMessage,
    failure: t('Failed to send message'),
    draft: draftKey(property ? `message_${agentId}_${property.id}` : `message_${agentId}`, user?.id),
    async send(filled) {
      const ids = files.flatMap(({ stored }) => stored?.id ?? []);
      const body = {
        ...toMessageBody(filled, property?.id ?? null),
        ...(ids.length > 0 ? { attachment_ids: ids } : {}),
      };
      await callApi('inquiries.create', { params: { id: agentId }, body });
      takeFiles(filesKey);
      onSent();
    },
  });
  const cancel = () => {
    form.forgetDraft();
    onCancel?.();
  };

  useFirstFocus(form.element, isFocused);

  // A person with an account who asks about a listing has only the message to write.
  const isKnown = user !== null && property !== undefined;
  const [isChanging, setIsChanging] = useState(false);
  const hasSenderFields = !isKnown || isChanging || form.error !== null;
  const sender = useRef<HTMLDivElement>(null);
  const change = () => {
    setIsChanging(true);
    requestAnimationFrame(() => sender.current?.querySelector('input')?.focus());
  };

  return (
    <Form form={form} className="grid gap-4">
      {isKnown && !hasSenderFields && (
        <p className="flex items-center justify-between gap-3 text-md">
          <span className="min-w-0 wrap-anywhere">
            <Trans
              id="Send as <strong>{name}</strong>"
              values={{ name: user.name }}
              components={{ strong: <strong dir="auto" /> }}
            />{' '}
            <span className="text-muted">{user.email}</span>
          </span>
          <Button variant="plain" size="small" onClick={change}>
            {t('Change')}
          </Button>
        </p>
      )}
      <div ref={sender} className={hasSenderFields ? 'grid gap-4' : 'hidden'}>
        <div className="grid gap-4 md:grid-cols-[1fr_1fr]">
          <TextField name="name" label={t('Your Name')} required autoComplete="name" maxLength={MAX_NAME_LENGTH} />
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
      </div>
      <TextAreaField
        label={t('Message')}
        required
        rows={5}
        maxLength={MAX_INQUIRY_LENGTH}
        placeholder={t('What are you looking for, and when can we reach you?')}
        name="message"
      />
      {user && (
        <div {...drop.handlers}>
          <AttachedFiles draftKey={filesKey} isDisabled={form.isSending} />
          <div className="flex items-center gap-1 text-muted text-sm">
            <AttachButton draftKey={filesKey} isDisabled={form.isSending} />
            {t('Up to {maximum} images or PDF files', { maximum: MAX_ATTACHMENTS })}
          </div>
        </div>
      )}
      <FormBanner message={form.error} />
      <div className="flex flex-wrap-reverse gap-3 *:flex-[1_1_10rem]">
        {onCancel && (
          <Button variant="outlined" onClick={cancel}>
            {t('Cancel')}
          </Button>
        )}
        <Button type="submit" disabled={form.isSending || !areReady(files)} aria-busy={form.isSending}>
          <Send size={18} />
          {form.isSending ? t('Sending...') : t('Send Message')}
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

/** Closing clears all state (specification, part 2 §4); a reload finds the typed text. */
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
    <FormDialog title={t('Message {name}', { name: agent.name })} size="wide" onClose={onClose}>
      {isSent ? (
        <SentNote title={t('Message Sent!')} text={messageSentText(agent.name)} />
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-3 mb-6">
            <Avatar src={agent.avatar_url} size={48} />
            <p className="min-w-0 leading-[1.4] *:block">
              <strong>{agent.title ?? t('Real Estate Agent')}</strong>
              <span className="text-muted text-sm">{t('Answers by email or phone')}</span>
            </p>
            {property && (
              <div className="flex flex-[1_1_100%] items-center gap-3 min-w-0 p-2 rounded-md bg-sunken">
                <span className="flex-none w-18 h-12 overflow-hidden rounded-sm">
                  <Picture src={property.images[0]} alt="" sizes="4.5rem" />
                </span>
                <p className="min-w-0 leading-[1.4] *:block">
                  <strong dir="auto" className="truncate text-md">
                    {property.title}
                  </strong>
                  <span className="text-muted text-sm">
                    {formatShortPrice(property.price)}
                    {t(priceSuffix(property.listing_type))} · {property.location.city}
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
    </FormDialog>
  );
}
