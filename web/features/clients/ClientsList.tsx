import { useInfiniteQuery } from '@tanstack/react-query';
import { Search, Users } from 'lucide-react';
import { useId, useState } from 'react';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { useDebounced } from '#web/lib/useDebounced.ts';
import { useNow } from '#web/lib/useNow.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { NativeInput } from '#web/ui/NativeInput.tsx';
import { RefetchNotice } from '#web/ui/RefetchNotice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { ViewSwitch } from '#web/ui/ViewSwitch.tsx';
import { ClientRow } from './ClientRow.tsx';
import styles from './Clients.module.css';
import { clientListQuery } from './queries.ts';

interface ClientsListProps {
  chosen: string | null;
  onChoose(key: string): void;
}

const TYPING_MS = 250;

export function ClientsList({ chosen, onChoose }: ClientsListProps) {
  const id = useId();
  const [search, setSearch] = useState('');
  const [isWaitingOnly, setIsWaitingOnly] = useState(false);
  const asked = useDebounced(search.trim(), TYPING_MS);
  const query = useInfiniteQuery(clientListQuery({ search: asked, needsAnswer: isWaitingOnly }));
  const { data, error, isPending, isPlaceholderData, hasNextPage, isFetchingNextPage } = query;
  const now = useNow();
  const clients = data?.pages.flatMap((page) => page.clients);
  const waiting = data?.pages.at(-1)?.needs_answer ?? 0;
  const isFiltered = isWaitingOnly || asked !== '';

  return (
    <section className="min-w-0 xl:flex xl:flex-col xl:min-h-0" aria-labelledby={id}>
      <header className={`grid gap-3 pb-3 xl:pt-4 xl:px-4 xl:pb-3 ${styles.tools}`}>
        <h2 id={id} className="visuallyHidden">
          Clients
        </h2>
        <NativeInput
          label="Search clients"
          isLabelHidden
          type="search"
          placeholder="Name, email, phone or listing"
          icon={<Search size={18} />}
          value={search}
          onChange={setSearch}
        />
        <ViewSwitch
          label="Show"
          views={[
            { id: 'all', label: 'All' },
            { id: 'waiting', label: 'Needs an answer', count: waiting, countWords: 'waiting' },
          ]}
          active={isWaitingOnly ? 'waiting' : 'all'}
          onChange={(shown) => setIsWaitingOnly(shown === 'waiting')}
        />
      </header>
      <RefetchNotice query={query} />
      {isPending && (
        <div
          className={`aria-busy:opacity-60 xl:flex-1 xl:min-h-0 xl:pt-0 xl:px-2 xl:pb-2 ${styles.rows}`}
          role="status"
        >
          <span className="visuallyHidden">Loading your clients…</span>
          {['one', 'two', 'three', 'four'].map((name) => (
            <Skeleton key={name} className={styles.skeleton} height="4.25rem" />
          ))}
        </div>
      )}
      {!isPending && !clients && (
        <ErrorState
          headingLevel={3}
          message={failureSentence(error, 'Failed to load clients')}
          onRetry={() => void query.refetch()}
        />
      )}
      {clients?.length === 0 && (
        <EmptyState
          headingLevel={3}
          icon={<Users size={28} aria-hidden="true" />}
          title={isFiltered ? 'Nobody found' : 'No clients yet'}
          text={
            isWaitingOnly && asked === ''
              ? 'Everybody has an answer.'
              : isFiltered
                ? 'Try another name, address or number.'
                : 'Whoever writes to you or asks for a viewing appears here, once.'
          }
        />
      )}
      {clients && clients.length > 0 && (
        <div
          className={`aria-busy:opacity-60 xl:flex-1 xl:min-h-0 xl:pt-0 xl:px-2 xl:pb-2 ${styles.rows}`}
          aria-busy={isPlaceholderData}
        >
          <ul aria-label="Clients">
            {clients.map((client) => (
              <li key={client.key}>
                <ClientRow
                  client={client}
                  now={now}
                  isChosen={client.key === chosen}
                  onChoose={() => onChoose(client.key)}
                />
              </li>
            ))}
          </ul>
          {hasNextPage && (
            <Button
              variant="outlined"
              className={styles.more}
              disabled={isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {isFetchingNextPage ? 'Loading...' : 'Show More'}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
