import { Building2, Mail, Phone } from 'lucide-react';
import { useId, useRef } from 'react';
import type { Contact, Inquiry, InquiryStatus } from '#shared/contracts/inquiries.ts';
import { msg } from '#shared/messages.ts';
import { AttachmentList } from '#web/features/attachments/index.ts';
import { isCall, type QueuedCall, useOutbox } from '#web/features/offline/index.ts';
import { PropertyLink } from '#web/features/properties/index.ts';
import { emailHref } from '#web/lib/contactLinks.ts';
import { relativeTime } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { PhoneLink } from '#web/ui/controls/PhoneLink.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge, ProofBadge } from '#web/ui/display/Badge.tsx';
import { Timestamp } from '#web/ui/display/Timestamp.tsx';
import {
  type InquiryAction,
  inquiryActions,
  inquiryLabel,
  interestLabel,
  mailWords,
  replyWords,
  statusFailure,
} from './inquiryRules.ts';
import { useSetInquiryStatus } from './queries.ts';

const WAITING = msg('Waiting for the connection');

/** Whether the agent's change of an inquiry has not reached the server yet. */
function useInquiryWaiting(agentId: number, id: number): { status: boolean; reply: boolean } {
  const waiting = useOutbox(agentId).filter(({ state }) => state !== 'refused');
  const params = { id: agentId, contactId: id };
  const has = (call: QueuedCall) => waiting.some((entry) => isCall(entry, call, params));
  return { status: has('inquiries.setStatus'), reply: has('inquiries.reply') };
}

type InquiryCardProps = { agentId: number; inquiry: Inquiry; now: Date; onReply(): void };

/** A link that is easy to hit with a finger. */
const LINK = 'icon-link max-w-full min-h-8 pointer-coarse:min-h-11 max-md:min-h-11';

/** An unseen inquiry differs by more than its badge. */
const UNSEEN =
  'border-[color-mix(in_srgb,var(--s-info)_45%,var(--s-border))] bg-[color-mix(in_srgb,var(--s-info)_3%,var(--s-surface))]';

const frames = { new: `${UNSEEN} shadow-sm`, read: 'shadow-sm', replied: 'shadow-sm', closed: '' };

const tones = { new: 'info', read: 'neutral', replied: 'success', closed: 'neutral' } as const;

export function InquiryCard({ agentId, inquiry, now, onReply }: InquiryCardProps) {
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const { mutate, isPending } = useSetInquiryStatus(agentId);
  const waiting = useInquiryWaiting(agentId, inquiry.id);
  const { name, property, property_interest: interest, status } = inquiry;

  const move = (to: InquiryStatus) => {
    if (isPending) return;
    mutate(
      { inquiry, status: to },
      {
        // The button that was used is gone; the focus must not be lost with it.
        onSuccess: () => title.current?.focus({ preventScroll: true }),
        onError: (error) => showToast(statusFailure(error), 'error'),
      },
    );
  };
  const ways: Record<InquiryAction, { label: string; act(): void }> = {
    reply: { label: t('Reply'), act: onReply },
    replyAgain: { label: t('Reply Again'), act: onReply },
    markRead: { label: t('Mark Read'), act: () => move('read') },
    close: { label: t('Close'), act: () => move('closed') },
    reopen: { label: t('Reopen'), act: () => move('new') },
  };

  return (
    <article
      className={`grid grid-cols-1 gap-3 py-4 px-6 panel max-md:p-4 ${frames[status]}`}
      aria-labelledby={titleId}
    >
      <header className="flex flex-wrap items-center gap-y-1 gap-x-3">
        <h3 dir="auto" id={titleId} ref={title} className="wrap-anywhere focus-visible:rounded-sm" tabIndex={-1}>
          {name}
        </h3>
        <Badge tone={tones[status]}>{t(inquiryLabel[status])}</Badge>
        {waiting.status && <Badge tone="warning">{t(WAITING)}</Badge>}
        <Timestamp className="ml-auto text-muted text-sm whitespace-nowrap" at={inquiry.created_at}>
          {relativeTime(inquiry.created_at, now)}
        </Timestamp>
      </header>
      <ul className="flex flex-wrap gap-y-1 gap-x-6 text-sm pointer-coarse:gap-y-0 max-md:gap-y-0">
        <ContactWays contacts={inquiry.contacts} />
        {property ? (
          <li className="min-w-0">
            <PropertyLink
              propertyId={property.id}
              label={t('{title}: open the listing', { title: property.title })}
              className={LINK}
            >
              <Building2 size={16} />
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {property.title}
              </span>
            </PropertyLink>
          </li>
        ) : (
          interest && (
            <li className="inline-flex items-center gap-1.5 min-w-0 max-w-full min-h-7 text-muted">
              <Building2 size={16} />
              {t('Interested in: {interest}', { interest: t(interestLabel[interest]) })}
            </li>
          )
        )}
      </ul>
      <p dir="auto" className="max-w-192 wrap-anywhere whitespace-pre-line">
        {inquiry.message}
      </p>
      <AttachmentList attachments={inquiry.attachments} />
      {inquiry.by_mail && <p className="text-muted text-sm">{t(mailWords[inquiry.by_mail])}</p>}
      <ReplyNote inquiry={inquiry} now={now} isWaiting={waiting.reply} />
      <div className="flex flex-wrap gap-2 max-md:*:flex-auto">
        {inquiryActions[status].map((action, index) => (
          <Button
            key={action}
            variant={index === 0 && status !== 'closed' ? 'primary' : 'outlined'}
            aria-disabled={isPending}
            aria-describedby={titleId}
            onClick={ways[action].act}
          >
            {ways[action].label}
          </Button>
        ))}
      </div>
    </article>
  );
}

interface ReplyNoteProps {
  inquiry: Inquiry;
  now: Date;
  /** The server does not know of it yet. */
  isWaiting: boolean;
}

function ReplyNote({ inquiry, now, isWaiting }: ReplyNoteProps) {
  const words = replyWords(inquiry);
  if (!words) return null;
  const { reply_message: message, reply_at: at } = inquiry;
  return (
    <div className="grid grid-cols-1 gap-2 py-3 px-4 rounded-md bg-sunken text-md">
      <p className="flex flex-wrap items-center gap-y-1 gap-x-3 text-sm">
        <strong>{words.title}</strong>
        {at && (
          <Timestamp className="text-muted" at={at}>
            {relativeTime(at, now)}
          </Timestamp>
        )}
        {isWaiting ? (
          <Badge tone="warning">{t(WAITING)}</Badge>
        ) : (
          <Badge tone={words.tone}>{words.delivery}</Badge>
        )}
      </p>
      {message && (
        <p dir="auto" className="max-w-192 wrap-anywhere whitespace-pre-line">
          {message}
        </p>
      )}
    </div>
  );
}

export function ContactWays({ contacts }: { contacts: readonly Contact[] }) {
  return contacts.map(({ kind, value, confirmed }) => {
    const isEmail = kind === 'email';
    const Icon = isEmail ? Mail : Phone;
    const shown = (
      <>
        <Icon size={16} />
        <span className="min-w-0 wrap-anywhere">{value}</span>
      </>
    );
    return (
      <li key={`${kind} ${value}`} className="flex flex-wrap items-center gap-x-2 min-w-0 max-w-full">
        {isEmail ? (
          <a href={emailHref(value)} className={LINK}>
            {shown}
          </a>
        ) : (
          <PhoneLink phone={value} className={LINK}>
            {shown}
          </PhoneLink>
        )}
        <ProofBadge isConfirmed={confirmed} />
      </li>
    );
  });
}
