import { ArrowLeftRight, ArrowRight, Building2, Mail, MessageSquareText, Phone, Star } from 'lucide-react';
import { type ComponentProps, memo, type ReactNode, Suspense, useState } from 'react';
import type { Inquiry } from '#shared/contracts/inquiries.ts';
import type { Review } from '#shared/contracts/reviews.ts';
import { AttachmentList } from '#web/features/attachments/index.ts';
import { LinkedText, type Participant } from '#web/features/conversations/index.ts';
import {
  inquiryLabel,
  interestLabel,
  mailWords,
  methodWords,
  statusFailure,
  useSetInquiryStatus,
} from '#web/features/inquiries/index.ts';
import { PropertyLink } from '#web/features/properties/index.ts';
import { AnswerForm, isOutdated } from '#web/features/reviews/index.ts';
import { type AnswerViewing, CompactViewing } from '#web/features/viewings/index.ts';
import { clockTime, formatDay } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { serverNow } from '#web/lib/serverTime.ts';
import { useSite } from '#web/lib/useSite.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Badge } from '#web/ui/display/Badge.tsx';
import { Stars } from '#web/ui/display/Stars.tsx';
import { Timestamp } from '#web/ui/display/Timestamp.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { NoteCard } from '../client/NoteCard.tsx';
import { stageLabel } from '../deskData.ts';
import type { SingleEntry } from './timelineData.ts';

export interface TimelineActs {
  answerViewing: AnswerViewing;
  onAnswer(inquiry: Inquiry, text?: string): void;
  onReviewAnswered(): void;
  onPropose(viewingId: number | null): void;
}

interface EntryProps {
  entry: SingleEntry;
  clientId: number;
  userId: number;
  /** The client: an inquiry under another name shows that name. */
  participant: Participant;
  /** Only for entries with a relative time. */
  now: Date | null;
  isProposing: boolean;
  /** The last reply by mail: shows where the client's answer to it goes. */
  isNewestMail: boolean;
  acts: TimelineActs | null;
}

export const Entry = memo(function Entry(props: EntryProps) {
  const { entry, clientId, now, isProposing, acts } = props;
  switch (entry.kind) {
    case 'inquiry':
      return <InquiryEntry {...props} inquiry={entry.inquiry} />;
    case 'reply':
      return <ReplyEntry {...props} {...entry} />;
    case 'viewing':
      return (
        <CompactViewing
          viewing={entry.viewing}
          now={now ?? serverNow()}
          answer={acts?.answerViewing ?? null}
          isProposing={isProposing}
          onPropose={(isNow) => acts?.onPropose(isNow ? entry.viewing.id : null)}
        />
      );
    case 'review':
      return <ReviewEntry {...props} review={entry.review} />;
    case 'note':
      return (
        <div className="max-w-[min(36rem,88%)] ml-auto">
          <NoteCard clientId={clientId} note={entry.note} isReadOnly={acts === null} />
        </div>
      );
    case 'stage':
      return <StageEntry {...entry} />;
    case 'assigned':
      return <AssignedEntry {...entry} />;
  }
});

interface EntryCardProps {
  icon: ReactNode;
  title: ReactNode;
  at: string;
  /** The client's picture beside the client's entries; the agent's entries are on the right. */
  avatar?: string | null;
  isOwn?: boolean;
  label: string;
  children: ReactNode;
}

const OWN = 'border-[color-mix(in_srgb,var(--s-primary)_28%,var(--s-border))] bg-primary-soft';

const EntryCard = ({ icon, title, at, avatar, isOwn = false, label, children }: EntryCardProps) => (
  <div className={`flex items-end gap-2 ${isOwn ? 'justify-end' : ''}`}>
    {!isOwn && <Avatar src={avatar ?? null} size={28} className="mb-0.5" />}
    <article
      aria-label={label}
      className={`card grid grid-cols-1 gap-1.5 w-full max-w-[min(36rem,88%)] py-2.5 px-3.5 text-md/[1.45] ${isOwn ? OWN : ''}`}
    >
      <header className="flex flex-wrap items-center gap-y-0.5 gap-x-2 text-caption">
        <span className="inline-flex text-muted" aria-hidden="true">
          {icon}
        </span>
        {title}
        <Timestamp className="ml-auto text-muted" at={at}>
          {clockTime(at)}
        </Timestamp>
      </header>
      {children}
    </article>
  </div>
);

const Act = (props: ComponentProps<typeof Button>) => <Button variant="outlined" size="small" {...props} />;

const TEXT = 'wrap-anywhere whitespace-pre-line';

function InquiryEntry({ inquiry, userId, participant, acts }: EntryProps & { inquiry: Inquiry }) {
  const { property, property_interest: interest, status } = inquiry;
  const { mutate, isPending } = useSetInquiryStatus(userId);
  const isOpen = status === 'new' || status === 'read';
  const answer = () => acts?.onAnswer(inquiry);
  const reopen = () =>
    mutate({ inquiry, status: 'new' }, { onError: (error) => showToast(statusFailure(error), 'error') });
  return (
    <EntryCard
      icon={<Mail size={15} />}
      title={
        <>
          <strong>
            {inquiry.name === participant.name ? t('Inquiry') : t('Inquiry by {name}', { name: inquiry.name })}
          </strong>
          {status !== 'replied' && status !== 'read' && (
            <Badge tone={status === 'new' ? 'info' : 'neutral'}>{t(inquiryLabel[status])}</Badge>
          )}
        </>
      }
      at={inquiry.created_at}
      avatar={participant.avatar_url}
      label={t('Inquiry by {name}', { name: inquiry.name })}
    >
      <p className={TEXT} dir="auto">
        <LinkedText text={inquiry.message} />
      </p>
      <AttachmentList attachments={inquiry.attachments} />
      {inquiry.by_mail && <p className="text-muted text-xs">{t(mailWords[inquiry.by_mail])}</p>}
      <div className="flex flex-wrap items-center gap-y-1 gap-x-3 text-caption">
        {property ? (
          <PropertyLink
            propertyId={property.id}
            className="icon-link"
            label={t('{title}: open the listing', { title: property.title })}
          >
            <Building2 className="flex-none" size={14} />
            <span dir="auto" className="truncate">
              {property.title}
            </span>
          </PropertyLink>
        ) : (
          interest && (
            <span className="inline-flex items-center gap-1.5 text-muted">
              <Building2 size={14} />
              {t('Interested in: {interest}', { interest: t(interestLabel[interest]) })}
            </span>
          )
        )}
        {!acts ? null : status === 'closed' ? (
          <Act className="ml-auto" disabled={isPending} onClick={reopen}>
            {t('Reopen')}
          </Act>
        ) : (
          isOpen && (
            <Act className="ml-auto" aria-label={t('Reply to this inquiry')} onClick={answer}>
              {t('Reply')}
            </Act>
          )
        )}
      </div>
    </EntryCard>
  );
}

const replyIcons = { email: Mail, phone: Phone, sms: MessageSquareText } as const;

type EntryOf<Kind> = Extract<SingleEntry, { kind: Kind }>;

function ReplyEntry({ inquiry, reply, isNewestMail, acts }: EntryProps & EntryOf<'reply'>) {
  const { method, message, attachments, delivery, created_at: at } = reply;
  const { answersByMail } = useSite();
  const words = methodWords(method, delivery);
  const Icon = replyIcons[method];
  return (
    <EntryCard
      isOwn
      icon={<Icon size={15} />}
      title={
        <>
          <strong>{words.title}</strong>
          {delivery !== 'sent' && <Badge tone={words.tone}>{words.delivery}</Badge>}
        </>
      }
      at={at}
      label={words.title}
    >
      <p className={TEXT} dir="auto">
        <LinkedText text={message} />
      </p>
      <AttachmentList attachments={attachments} />
      {delivery === 'failed' && inquiry.status !== 'closed' && acts ? (
        <Act className="justify-self-end" onClick={() => acts.onAnswer(inquiry, message)}>
          {t('Write Again')}
        </Act>
      ) : (
        isNewestMail &&
        acts && (
          <p className="text-muted text-xs">
            {answersByMail
              ? t('Email answers appear here.')
              : t('Email answers go to your inbox and are not shown here.')}
          </p>
        )
      )}
    </EntryCard>
  );
}

function ReviewEntry({ review, userId, acts }: EntryProps & { review: Review }) {
  const [isAnswering, setIsAnswering] = useState(false);
  const { answer, answered_at, rating, comment, reviewer_name: name } = review;
  return (
    <EntryCard
      icon={<Star size={15} />}
      title={
        <>
          <strong>{t('Public review')}</strong>
          <Stars rating={rating} size={14} />
          {answer === null && <Badge tone="warning">{t('Not answered')}</Badge>}
          {isOutdated(review) && <Badge tone="warning">{t('Rewritten since your answer')}</Badge>}
        </>
      }
      at={review.created_at}
      avatar={review.reviewer_avatar_url}
      label={t('Review by {name}', { name })}
    >
      <p dir="auto" className={TEXT}>
        {comment}
      </p>
      {answer !== null && answered_at !== null && !isAnswering && (
        <div className="py-2 px-3 border-l-3 border-l-line-strong rounded-sm bg-sunken text-sm">
          <p className="flex flex-wrap justify-between gap-x-3 text-caption">
            <strong>{t('Your public answer')}</strong>
            <time className="text-muted" dateTime={answered_at}>
              {formatDay(answered_at)}
            </time>
          </p>
          <p className={TEXT} dir="auto">
            {answer}
          </p>
        </div>
      )}
      {!acts ? null : isAnswering ? (
        <Suspense fallback={<Skeleton height="9rem" />}>
          <AnswerForm
            agentId={userId}
            review={review}
            onClose={() => {
              setIsAnswering(false);
              acts.onReviewAnswered();
            }}
          />
        </Suspense>
      ) : (
        <Act className="justify-self-start" onClick={() => setIsAnswering(true)}>
          {answer === null ? t('Answer') : t('Edit Answer')}
        </Act>
      )}
    </EntryCard>
  );
}

const StageEntry = ({ from, to, at }: EntryOf<'stage'>) => (
  <p className="flex items-center justify-center gap-1.5 text-muted text-xs">
    {t('Stage')}
    <span className="font-semibold">{t(stageLabel[from])}</span>
    <ArrowRight size={12} aria-label={t('to')} />
    <span className="font-semibold text-ink">{t(stageLabel[to])}</span>
    <Timestamp at={at}>{clockTime(at)}</Timestamp>
  </p>
);

/** The agents of a hand-over; a deleted account has no name. */
function assignedWords({ from, to, by }: EntryOf<'assigned'>): string {
  const nameOf = (agent: typeof from) => agent?.name ?? t('a former colleague');
  const names = { from: nameOf(from), to: nameOf(to), by: by?.name ?? '' };
  if (!by) return t('Handed over to {to}, as {from} was away', names);
  if (by.id === from?.id) return t('Handed over by {from} to {to}', names);
  if (by.id === to?.id) return t('{to} took over from {from}', names);
  return t('{by} handed over from {from} to {to}', names);
}

function AssignedEntry(entry: EntryOf<'assigned'>) {
  const { note, at } = entry;
  return (
    <div className="grid justify-items-center gap-0.5 text-muted text-xs text-center">
      <p className="flex flex-wrap items-center justify-center gap-x-1.5">
        <ArrowLeftRight size={13} />
        <span className="font-semibold text-ink">{assignedWords(entry)}</span>
        <Timestamp at={at}>{clockTime(at)}</Timestamp>
      </p>
      {note && (
        <p dir="auto" className="max-w-[36rem] text-sm wrap-anywhere whitespace-pre-line">
          {note}
        </p>
      )}
    </div>
  );
}
