import { Building2, Mail, Phone } from 'lucide-react';
import { useId, useRef } from 'react';
import type { Inquiry, InquiryStatus } from '#shared/contracts/inquiries.ts';
import { PropertyLink } from '#web/features/properties/cards/PropertyLink.tsx';
import { emailHref, phoneHref } from '#web/lib/contactLinks.ts';
import { fullTime, relativeTime } from '#web/lib/dates.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { showToast } from '#web/ui/showToast.ts';
import styles from './ContactCard.module.css';
import { ContactReplyNote } from './ContactReplyNote.tsx';
import { type ContactAction, contactActions, contactStatusLabel, statusFailure } from './contactRules.ts';
import { interestLabel } from './messageDraft.ts';
import { useSetContactStatus } from './queries.ts';
import { useContactWaiting, WAITING } from './useContactWaiting.ts';

interface ContactCardProps {
  agentId: number;
  contact: Inquiry;
  now: Date;
  onReply(): void;
}

const tones = { new: 'info', read: 'neutral', replied: 'success', closed: 'neutral' } as const;

export function ContactCard({ agentId, contact, now, onReply }: ContactCardProps) {
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const { mutate, isPending } = useSetContactStatus(agentId);
  const waiting = useContactWaiting(agentId, contact.id);
  const { name, email, phone, property, property_interest: interest, status } = contact;

  const move = (to: InquiryStatus) => {
    if (isPending) return;
    mutate(
      { contact, status: to },
      {
        // The button that was used is gone; the focus must not be lost with it.
        onSuccess: () => title.current?.focus({ preventScroll: true }),
        onError: (error) => showToast(statusFailure(error), 'error'),
      },
    );
  };
  const ways: Record<ContactAction, { label: string; act(): void }> = {
    reply: { label: 'Reply', act: onReply },
    replyAgain: { label: 'Reply Again', act: onReply },
    markRead: { label: 'Mark Read', act: () => move('read') },
    close: { label: 'Close', act: () => move('closed') },
    reopen: { label: 'Reopen', act: () => move('new') },
  };

  return (
    <article className={`${styles.card} ${styles[status]}`} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h3 id={titleId} ref={title} className={styles.name} tabIndex={-1}>
          {name}
        </h3>
        <Badge tone={tones[status]}>{contactStatusLabel[status]}</Badge>
        {waiting.status && <Badge tone="warning">{WAITING}</Badge>}
        <time className={styles.time} dateTime={contact.created_at} title={fullTime(contact.created_at)}>
          {relativeTime(contact.created_at, now)}
        </time>
      </header>
      <ul className={styles.facts}>
        <li>
          <a href={emailHref(email)}>
            <Mail size={16} aria-hidden="true" />
            <span>{email}</span>
          </a>
        </li>
        {phone && (
          <li>
            <a href={phoneHref(phone)}>
              <Phone size={16} aria-hidden="true" />
              <span>{phone}</span>
            </a>
          </li>
        )}
        {property ? (
          <li>
            <PropertyLink propertyId={property.id} label={`${property.title}: open the listing`}>
              <Building2 size={16} aria-hidden="true" />
              <span>{property.title}</span>
            </PropertyLink>
          </li>
        ) : (
          interest && (
            <li className={styles.interest}>
              <Building2 size={16} aria-hidden="true" />
              Interested in: {interestLabel[interest]}
            </li>
          )
        )}
      </ul>
      <p className={styles.message}>{contact.message}</p>
      <ContactReplyNote contact={contact} now={now} isWaiting={waiting.reply} />
      <div className={styles.actions}>
        {contactActions[status].map((action, index) => (
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
