import { useQuery } from '@tanstack/react-query';
import { Inbox, Search } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { Inquiry } from '#shared/contracts/inquiries.ts';
import messages from '#web/app/dashboards/MessagesTab.module.css';
import { NetworkFailure } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { useNow } from '#web/lib/useNow.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { NativeInput } from '#web/ui/NativeInput.tsx';
import { PillGroup } from '#web/ui/PillGroup.tsx';
import { RefetchNotice } from '#web/ui/RefetchNotice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './ClientMessages.module.css';
import { ContactCard } from './ContactCard.tsx';
import { type ContactFilter, contactFilters, countContacts, findContacts } from './contactRules.ts';
import { contactsQuery } from './queries.ts';
import { ReplyDialog } from './ReplyDialog.tsx';
import type { ReplyDraft } from './replyDraft.ts';
import { useSoughtContact } from './useSoughtContact.ts';

const SHOWN_AT_FIRST = 5;
const SHOWN_MORE = 20;
const SKELETONS = 3;

/** The inquiries that clients left for the agent. */
export function ClientMessages({ agentId }: { agentId: number }) {
  const id = useId();
  const query = useQuery(contactsQuery(agentId));
  const { data, error, isPending, refetch } = query;
  return (
    <section aria-labelledby={id}>
      <header className={messages.heading}>
        <h2 id={id}>Client Messages</h2>
      </header>
      <RefetchNotice query={query} />
      {isPending && <ListSkeleton />}
      {!isPending && !data && (
        <ErrorState
          headingLevel={3}
          message={
            error instanceof NetworkFailure
              ? 'Network error'
              : failureSentence(error, 'Failed to fetch contacts')
          }
          onRetry={() => void refetch()}
        />
      )}
      {data?.length === 0 && (
        <EmptyState
          headingLevel={3}
          icon={<Inbox size={28} aria-hidden="true" />}
          title="No client messages yet"
          text="What clients write on your profile and your listings appears here."
        />
      )}
      {data && data.length > 0 && <Contacts agentId={agentId} contacts={data} />}
    </section>
  );
}

function Contacts({ agentId, contacts }: { agentId: number; contacts: Inquiry[] }) {
  const [filter, setFilter] = useState<ContactFilter>('all');
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(SHOWN_AT_FIRST);
  const [repliedId, setRepliedId] = useState<number | null>(null);
  /** What was typed stays, also when the dialog is closed. */
  const drafts = useRef(new Map<number, ReplyDraft>());
  const now = useNow();
  const counts = countContacts(contacts);
  const found = findContacts(contacts, filter, search);
  const replied = contacts.find((contact) => contact.id === repliedId);
  const list = useSoughtContact(contacts, (place) => {
    setFilter('all');
    setSearch('');
    setLimit((before) => Math.max(before, place + 1));
  });

  return (
    <>
      <div className={styles.tools}>
        <NativeInput
          label="Search client messages"
          isLabelHidden
          type="search"
          placeholder="Search client messages"
          icon={<Search size={18} />}
          className={styles.search}
          value={search}
          onChange={setSearch}
        />
        <PillGroup
          legend="Status"
          isLegendHidden
          pills={contactFilters.map(({ id: status, label }) => ({
            id: status,
            label: `${label} (${counts[status]})`,
          }))}
          chosen={filter}
          onPress={(status) => setFilter(status)}
        />
      </div>
      {found.length === 0 && (
        <p className={styles.none} role="status">
          {search.trim() ? 'No message matches your search.' : 'No messages with this status.'}
        </p>
      )}
      <ul ref={list} className={styles.list} aria-label="Client messages">
        {found.slice(0, limit).map((contact) => (
          <li key={contact.id} data-inquiry={contact.id}>
            <ContactCard
              agentId={agentId}
              contact={contact}
              now={now}
              onReply={() => setRepliedId(contact.id)}
            />
          </li>
        ))}
      </ul>
      {found.length > limit && (
        <Button variant="outlined" className={styles.more} onClick={() => setLimit(limit + SHOWN_MORE)}>
          Show More ({found.length - limit})
        </Button>
      )}
      {replied && (
        <ReplyDialog
          agentId={agentId}
          contact={replied}
          drafts={drafts.current}
          onClose={() => setRepliedId(null)}
        />
      )}
    </>
  );
}

function ListSkeleton() {
  return (
    <div className={styles.list} role="status">
      <span className="visuallyHidden">Loading client messages…</span>
      {Array.from({ length: SKELETONS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are alike
        <Skeleton key={index} className={styles.skeleton} height="11rem" />
      ))}
    </div>
  );
}
