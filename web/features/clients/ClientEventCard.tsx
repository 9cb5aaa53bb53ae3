import { CalendarDays, Mail, MessagesSquare } from 'lucide-react';
import type { ClientEvent } from '#shared/contracts/clients.ts';
import type { Conversation } from '#shared/contracts/conversations.ts';
import type { Inquiry } from '#shared/contracts/inquiries.ts';
import { useChat } from '#web/features/conversations/index.ts';
import { InquiryCard } from '#web/features/inquiries/index.ts';
import { PropertyLink } from '#web/features/properties/index.ts';
import { ViewingCard } from '#web/features/viewings/index.ts';
import { fullTime, relativeTime } from '#web/lib/dates.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from './Clients.module.css';

interface ClientEventCardProps {
  agentId: number;
  event: ClientEvent;
  now: Date;
  onReply(inquiry: Inquiry): void;
}

const kinds = {
  inquiry: { words: 'Inquiry', Icon: Mail },
  conversation: { words: 'Chat', Icon: MessagesSquare },
  viewing: { words: 'Viewing', Icon: CalendarDays },
};

export function ClientEventCard({ agentId, event, now, onReply }: ClientEventCardProps) {
  const { words, Icon } = kinds[event.kind];
  return (
    <>
      <p
        className={`flex flex-wrap items-center gap-y-1 gap-x-2 min-h-6.5 mb-2 text-sm font-[650] ${styles.kind}`}
      >
        <Icon size={16} aria-hidden="true" />
        {words}
        <time dateTime={event.at} title={fullTime(event.at)}>
          {relativeTime(event.at, now)}
        </time>
        {event.needs_answer && <Badge tone="warning">Needs an answer</Badge>}
      </p>
      {event.kind === 'inquiry' && (
        <InquiryCard
          agentId={agentId}
          inquiry={event.inquiry}
          now={now}
          onReply={() => onReply(event.inquiry)}
        />
      )}
      {event.kind === 'conversation' && <ChatCard conversation={event.conversation} />}
      {event.kind === 'viewing' && <ViewingCard viewing={event.viewing} userId={agentId} now={now} />}
    </>
  );
}

function ChatCard({ conversation }: { conversation: Conversation }) {
  const { openChat } = useChat();
  const { id, subject, property, last_message: last, unread_count: unread, own_side } = conversation;
  const open = () => openChat({ conversationId: id });
  return (
    <article
      className={`grid grid-cols-1 gap-2 py-4 px-6 border border-line rounded-lg bg-surface shadow-sm ${styles.chat}`}
      aria-label={subject}
    >
      <h3>{subject}</h3>
      {property && (
        <PropertyLink propertyId={property.id} label={`${property.title}: open the listing`}>
          {property.title}
        </PropertyLink>
      )}
      <p className={`overflow-hidden text-muted wrap-anywhere ${styles.last}`}>
        {last ? `${last.sender_type === own_side ? 'You: ' : ''}${last.content}` : 'No messages yet'}
      </p>
      <div className={styles.line}>
        <Button variant={unread > 0 ? 'primary' : 'outlined'} onClick={open}>
          Open Chat
        </Button>
        {unread > 0 && <Badge tone="danger">{unread} unread</Badge>}
      </div>
    </article>
  );
}
