import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { ArrowLeft, CalendarDays, Mail, MessagesSquare } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Client, ClientDetail, ClientEvent } from '#shared/contracts/clients.ts';
import type { Conversation } from '#shared/contracts/conversations.ts';
import type { Inquiry } from '#shared/contracts/inquiries.ts';
import { msg } from '#shared/messages.ts';
import { lastMessageText, useChat } from '#web/features/conversations/index.ts';
import { ContactWays, InquiryCard, ReplyDialog } from '#web/features/inquiries/index.ts';
import { PropertyLink } from '#web/features/properties/index.ts';
import { ViewingCard } from '#web/features/viewings/index.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { invalidateSoon, keyOfPages, queryOf } from '#web/lib/apiQueries.ts';
import { relativeTime } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { joinStops, listenToSocket } from '#web/lib/socket.ts';
import { storedText } from '#web/lib/storedText.ts';
import { useNow } from '#web/lib/useNow.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Badge, ProofNote } from '#web/ui/display/Badge.tsx';
import { Timestamp } from '#web/ui/display/Timestamp.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';

/** Beside the list, where there is room for both. */
export const PANEL =
  'min-w-0 xl:p-6 xl:overflow-x-hidden xl:overflow-y-auto xl:border-l xl:border-l-line xl:bg-page';

interface ClientPanelProps {
  agentId: number;
  clientKey: string;
  /** For a list on a page of its own. */
  onBack?: () => void;
}

/** A client's contact data and all entries between the client and the agent, newest first. */
export function ClientPanel({ agentId, clientKey, onBack }: ClientPanelProps) {
  const id = useId();
  const query = useQuery(clientQuery(clientKey));
  const back = onBack && (
    <IconButton label={t('Back to clients')} icon={<ArrowLeft size={22} />} onClick={onBack} />
  );
  return (
    <section className={PANEL} aria-labelledby={query.data ? id : undefined} aria-label={t('Client')}>
      {!query.data && back}
      <PartState
        query={query}
        headingLevel={3}
        loadingText={t('Loading the client')}
        className="grid grid-cols-1 gap-6 pt-4"
        skeleton={
          <>
            <Skeleton height="4rem" />
            <Skeleton height="11rem" />
            <Skeleton height="11rem" />
          </>
        }
        failure={(error) => failureSentence(error, t('Failed to load this client'))}
      >
        {(detail) => <Person agentId={agentId} detail={detail} titleId={id} back={back} />}
      </PartState>
    </section>
  );
}

type PersonProps = { agentId: number; detail: ClientDetail; titleId: string; back: ReactNode };

function Person({ agentId, detail: { client, events }, titleId, back }: PersonProps) {
  const now = useNow();
  const [replied, setReplied] = useState<Inquiry | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const hasWayBack = back !== undefined;
  useEffect(() => {
    // The list that had the focus has gone.
    if (hasWayBack) title.current?.focus({ preventScroll: true });
  }, [hasWayBack]);

  return (
    <>
      <header className="flex flex-wrap items-center gap-y-2 gap-x-3 pb-4 border-b border-b-line">
        {back}
        <Avatar src={client.avatar_url} size={56} />
        {/* Room for a name on one line; a badge that has none left goes below. */}
        <div className="grid flex-[1_1_11rem] gap-0.5 min-w-0 leading-[1.4]">
          <h2 id={titleId} ref={title} className="wrap-anywhere" tabIndex={-1}>
            {storedText(client.name)}
          </h2>
          <p className="truncate text-muted text-sm">{countsOf(client)}</p>
        </div>
        {client.needs_answer && <Badge tone="warning">{t('Needs an answer')}</Badge>}
        <ul className="flex basis-full flex-wrap gap-y-0 gap-x-6 text-sm">
          <ContactWays contacts={client.contacts} />
        </ul>
        {client.contacts.length > 0 && <ProofNote className="basis-full" />}
      </header>
      <ol className="grid grid-cols-1 gap-6 pt-4" aria-label={t('Between you and {name}', { name: client.name })}>
        {events.map((event) => (
          <li key={keyOf(event)}>
            <ClientEventCard agentId={agentId} event={event} now={now} onReply={setReplied} />
          </li>
        ))}
      </ol>
      {replied && <ReplyDialog agentId={agentId} inquiry={replied} onClose={() => setReplied(null)} />}
    </>
  );
}

function keyOf(event: ClientDetail['events'][number]): string {
  if (event.kind === 'inquiry') return `inquiry ${event.inquiry.id}`;
  return event.kind === 'viewing' ? `viewing ${event.viewing.id}` : `chat ${event.conversation.id}`;
}

interface ClientEventCardProps {
  agentId: number;
  event: ClientEvent;
  now: Date;
  onReply(inquiry: Inquiry): void;
}

const kinds = {
  inquiry: { words: msg('Inquiry'), Icon: Mail },
  conversation: { words: msg('Chat'), Icon: MessagesSquare },
  viewing: { words: msg('Viewing'), Icon: CalendarDays },
};

function ClientEventCard({ agentId, event, now, onReply }: ClientEventCardProps) {
  const { words, Icon } = kinds[event.kind];
  const card = { agentId, now };
  return (
    <>
      <p className="flex flex-wrap items-center gap-y-1 gap-x-2 min-h-6.5 mb-2 text-sm font-[650]">
        <Icon size={16} />
        {t(words)}
        <Timestamp className="text-muted font-normal" at={event.at}>
          {relativeTime(event.at, now)}
        </Timestamp>
        {event.needs_answer && <Badge tone="warning">{t('Needs an answer')}</Badge>}
      </p>
      {event.kind === 'inquiry' && (
        <InquiryCard {...card} inquiry={event.inquiry} onReply={() => onReply(event.inquiry)} />
      )}
      {event.kind === 'conversation' && <ChatCard conversation={event.conversation} />}
      {event.kind === 'viewing' && <ViewingCard viewing={event.viewing} userId={agentId} now={now} />}
    </>
  );
}

function ChatCard({ conversation }: { conversation: Conversation }) {
  const { openChat } = useChat();
  const { id, subject, property, unread_count: unread } = conversation;
  const open = () => openChat({ conversationId: id });
  return (
    <article className="grid grid-cols-1 gap-2 py-4 px-6 panel shadow-sm" aria-label={storedText(subject)}>
      <h3>{storedText(subject)}</h3>
      {property && (
        <PropertyLink
          propertyId={property.id}
          className="text-sm font-semibold no-underline"
          label={t('{title}: open the listing', { title: property.title })}
        >
          <bdi>{property.title}</bdi>
        </PropertyLink>
      )}
      <p className="line-clamp-3 text-muted wrap-anywhere">{lastMessageText(conversation)}</p>
      <div className="flex flex-wrap items-center justify-between gap-y-0.5 gap-x-2 min-w-0">
        <Button variant={unread > 0 ? 'primary' : 'outlined'} onClick={open}>
          {t('Open Chat')}
        </Button>
        {unread > 0 && <Badge tone="danger">{t('{count} unread', { count: unread })}</Badge>}
      </div>
    </article>
  );
}

/** Latest activity first. The previous people stay until the next have loaded. */
export const clientListQuery = (search: string, needsAnswer: boolean) => {
  const filter = { search: search || undefined, needs_answer: needsAnswer ? ('true' as const) : undefined };
  return infiniteQueryOptions({
    queryKey: keyOfPages('clients.list', { query: filter }),
    queryFn: ({ pageParam, signal }) =>
      callApi('clients.list', { query: { page: pageParam, ...filter } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, pages } }) => (page < pages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    meta: { isPersonal: true },
  });
};

const clientQuery = (key: string) =>
  queryOptions({ ...queryOf('clients.get', { params: { key } }), meta: { isPersonal: true } });

/** Messages, answers and viewings change which clients wait; an inquiry is pushed to the whole dashboard. */
export function useClientUpdates(): void {
  const client = useQueryClient();
  useEffect(() => {
    const refresh = () => invalidateSoon(client, 'clients');
    const events = ['new_message', 'messages_read', 'viewing_changed', 'conversation_changed'] as const;
    return joinStops(...events.map((name) => listenToSocket(name, refresh)));
  }, [client]);
}

type Counts = Pick<Client, 'inquiries' | 'conversations' | 'viewings'>;

/** '2 inquiries · 1 chat' */
export const countsOf = ({ inquiries, conversations, viewings }: Counts): string =>
  [
    inquiries > 0 && t('{count, plural, one {# inquiry} other {# inquiries}}', { count: inquiries }),
    conversations > 0 && t('{count, plural, one {# chat} other {# chats}}', { count: conversations }),
    viewings > 0 && t('{count, plural, one {# viewing} other {# viewings}}', { count: viewings }),
  ]
    .filter(Boolean)
    .join(' · ');
