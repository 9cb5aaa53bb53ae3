import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Mail, Phone } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { ClientDetail } from '#shared/contracts/clients.ts';
import type { Inquiry } from '#shared/contracts/inquiries.ts';
import { ReplyDialog, type ReplyDraft } from '#web/features/inquiries/index.ts';
import { emailHref, phoneHref } from '#web/lib/contactLinks.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { useNow } from '#web/lib/useNow.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { ClientEventCard } from './ClientEventCard.tsx';
import styles from './Clients.module.css';
import { countsOf } from './clientWords.ts';
import { clientQuery } from './queries.ts';

interface ClientPanelProps {
  agentId: number;
  clientKey: string;
  /** Where the list stands on a page of its own. */
  onBack?: () => void;
}

/** One person: how they are reached, and all that was between them and the agent, newest first. */
export function ClientPanel({ agentId, clientKey, onBack }: ClientPanelProps) {
  const id = useId();
  const { data, error, isPending, refetch } = useQuery(clientQuery(clientKey));
  const back = onBack && (
    <IconButton label="Back to the clients" icon={<ArrowLeft size={22} />} onClick={onBack} />
  );
  return (
    <section className={styles.panel} aria-labelledby={data ? id : undefined} aria-label="Client">
      {data ? (
        <Person agentId={agentId} detail={data} titleId={id} back={back} />
      ) : (
        <>
          {back}
          {isPending ? (
            <div className="grid grid-cols-1 gap-6 pt-4" role="status" aria-label="Loading the client">
              <Skeleton height="4rem" />
              <Skeleton height="11rem" />
              <Skeleton height="11rem" />
            </div>
          ) : (
            <ErrorState
              headingLevel={3}
              message={failureSentence(error, 'Failed to load this client')}
              onRetry={() => void refetch()}
            />
          )}
        </>
      )}
    </section>
  );
}

interface PersonProps {
  agentId: number;
  detail: ClientDetail;
  titleId: string;
  back: ReactNode;
}

function Person({ agentId, detail: { client, events }, titleId, back }: PersonProps) {
  const now = useNow();
  const [replied, setReplied] = useState<Inquiry | null>(null);
  /** What was typed stays, also when the dialog is closed. */
  const drafts = useRef(new Map<number, ReplyDraft>());
  const title = useRef<HTMLHeadingElement>(null);
  const hasWayBack = back !== undefined;
  useEffect(() => {
    // The list that had the focus has gone.
    if (hasWayBack) title.current?.focus({ preventScroll: true });
  }, [hasWayBack]);

  return (
    <>
      <header
        className={`flex flex-wrap items-center gap-y-2 gap-x-3 pb-4 border-b border-b-line ${styles.head}`}
      >
        {back}
        <Avatar src={client.avatar_url} size={56} />
        <div className={`grid flex-1 gap-0.5 min-w-0 leading-[1.4] ${styles.words}`}>
          <h2 id={titleId} ref={title} tabIndex={-1}>
            {client.name}
          </h2>
          <p className={styles.quiet}>{countsOf(client)}</p>
        </div>
        {client.needs_answer && <Badge tone="warning">Needs an answer</Badge>}
        <ul className={`flex basis-full flex-wrap gap-y-0 gap-x-6 text-sm ${styles.ways}`}>
          {client.emails.map((email) => (
            <li key={email}>
              <a href={emailHref(email)}>
                <Mail size={16} aria-hidden="true" />
                <span>{email}</span>
              </a>
            </li>
          ))}
          {client.phones.map((phone) => (
            <li key={phone}>
              <a href={phoneHref(phone)}>
                <Phone size={16} aria-hidden="true" />
                <span>{phone}</span>
              </a>
            </li>
          ))}
        </ul>
      </header>
      <ol className="grid grid-cols-1 gap-6 pt-4" aria-label={`Between you and ${client.name}`}>
        {events.map((event) => (
          <li key={keyOf(event)}>
            <ClientEventCard agentId={agentId} event={event} now={now} onReply={setReplied} />
          </li>
        ))}
      </ol>
      {replied && (
        <ReplyDialog
          agentId={agentId}
          inquiry={replied}
          drafts={drafts.current}
          onClose={() => setReplied(null)}
        />
      )}
    </>
  );
}

function keyOf(event: ClientDetail['events'][number]): string {
  if (event.kind === 'inquiry') return `inquiry ${event.inquiry.id}`;
  return event.kind === 'viewing' ? `viewing ${event.viewing.id}` : `chat ${event.conversation.id}`;
}
