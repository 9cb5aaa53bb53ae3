import { useInfiniteQuery } from '@tanstack/react-query';
import { Search, Users } from 'lucide-react';
import { useId, useState } from 'react';
import type { Client } from '#shared/contracts/clients.ts';
import { relativeTime } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useUrlParameters } from '#web/lib/urlState.ts';
import { useMediaQuery } from '#web/lib/useMediaQuery.ts';
import { useNow } from '#web/lib/useNow.ts';
import { useDebounced } from '#web/lib/useSearchText.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { NativeInput } from '#web/ui/controls/Field.tsx';
import { ViewSwitch } from '#web/ui/controls/ViewSwitch.tsx';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Badge, ProofBadge } from '#web/ui/display/Badge.tsx';
import { Timestamp } from '#web/ui/display/Timestamp.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { Skeleton, Skeletons } from '#web/ui/states/Skeleton.tsx';
import { ClientPanel, clientListQuery, countsOf, PANEL, useClientUpdates } from './ClientPanel.tsx';

const PANES =
  'grid grid-cols-1 xl:grid-cols-[minmax(19rem,23rem)_minmax(0,1fr)] xl:h-[clamp(32rem,calc(100dvh_-_14rem),60rem)]';
const FRAME = 'xl:overflow-hidden xl:border xl:border-line xl:rounded-lg xl:bg-surface';

/** The people, and everything between one of them and the agent: beside each other where there is room. */
export function ClientsView({ agentId }: { agentId: number }) {
  const [parameters, change] = useUrlParameters();
  const isWide = useMediaQuery('xl');
  const chosen = parameters.get('client');
  useClientUpdates();
  const choose = (key: string | null) => change({ client: key }, { isStep: !isWide });

  return (
    <div className={`${PANES} ${FRAME}`}>
      {(isWide || chosen === null) && <ClientsList chosen={chosen} onChoose={choose} />}
      {chosen !== null ? (
        <ClientPanel
          key={chosen}
          agentId={agentId}
          clientKey={chosen}
          {...(isWide ? {} : { onBack: () => choose(null) })}
        />
      ) : (
        isWide && (
          <section className={PANEL} aria-label={t('Client')}>
            <EmptyState
              headingLevel={3}
              icon={<Users size={28} />}
              title={t('Choose a client')}
              text={t('Their inquiries, chats and viewings appear here in one place.')}
            />
          </section>
        )
      )}
    </div>
  );
}

const ROWS =
  'aria-busy:opacity-60 xl:flex-1 xl:min-h-0 xl:overflow-x-hidden xl:overflow-y-auto xl:pt-0 xl:px-2 xl:pb-2';
const TYPING_MS = 250;

function ClientsList({ chosen, onChoose }: { chosen: string | null; onChoose(key: string): void }) {
  const id = useId();
  const [search, setSearch] = useState('');
  const [isWaitingOnly, setIsWaitingOnly] = useState(false);
  const asked = useDebounced(search.trim(), TYPING_MS);
  const query = useInfiniteQuery(clientListQuery(asked, isWaitingOnly));
  const { data, isPlaceholderData, hasNextPage, isFetchingNextPage } = query;
  const now = useNow();
  const waiting = data?.pages.at(-1)?.needs_answer ?? 0;
  const isFiltered = isWaitingOnly || asked !== '';

  return (
    <section className="min-w-0 xl:flex xl:flex-col xl:min-h-0" aria-labelledby={id}>
      <header className="grid gap-3 pb-3 xl:pt-4 xl:px-4">
        <h2 id={id} className="visuallyHidden">
          {t('Clients')}
        </h2>
        <NativeInput
          label={t('Search clients')}
          isLabelHidden
          type="search"
          placeholder={t('Name, email, phone or listing')}
          icon={<Search size={18} />}
          value={search}
          onChange={setSearch}
        />
        <div className="flex">
          <ViewSwitch
            label={t('Show')}
            views={[
              { id: 'all', label: t('All') },
              { id: 'waiting', label: t('Needs an answer'), count: waiting, countWords: t('waiting') },
            ]}
            active={isWaitingOnly ? 'waiting' : 'all'}
            onChange={(shown) => setIsWaitingOnly(shown === 'waiting')}
          />
        </div>
      </header>
      <PartState
        query={{ ...query, data: data?.pages.flatMap((page) => page.clients) }}
        headingLevel={3}
        loadingText={t('Loading your clients…')}
        className={ROWS}
        skeleton={
          <Skeletons count={4}>
            <Skeleton className="mb-2 rounded-md" height="4.25rem" />
          </Skeletons>
        }
        failure={(error) => failureSentence(error, t('Failed to load clients'))}
        empty={{
          icon: <Users size={28} />,
          title: isFiltered ? t('No one found') : t('No clients yet'),
          text:
            isWaitingOnly && asked === ''
              ? t('Everyone has an answer.')
              : isFiltered
                ? t('Try another name, address or number.')
                : t('Everyone who writes to you or requests a viewing appears here.'),
        }}
      >
        {(clients) => (
          <div className={ROWS} aria-busy={isPlaceholderData}>
            <ul aria-label={t('Clients')}>
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
                className="w-full mt-2"
                disabled={isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {isFetchingNextPage ? t('Loading...') : t('Show More')}
              </Button>
            )}
          </div>
        )}
      </PartState>
    </section>
  );
}

const LINE = 'flex flex-wrap items-center justify-between gap-y-0.5 gap-x-2 min-w-0';

type ClientRowProps = { client: Client; now: Date; isChosen: boolean; onChoose(): void };

function ClientRow({ client, now, isChosen, onChoose }: ClientRowProps) {
  const { name, avatar_url, contacts, last_activity_at: at, needs_answer, unread } = client;
  const [contact] = contacts;
  return (
    <button
      type="button"
      className="option items-start p-3 rounded-md hover:bg-sunken aria-[current=true]:bg-primary-soft focus-visible:-outline-offset-3"
      aria-current={isChosen ? 'true' : undefined}
      onClick={onChoose}
    >
      <Avatar src={avatar_url} size={44} />
      <span className="grid flex-1 gap-0.5 min-w-0 leading-[1.4]">
        <span className={LINE}>
          <strong dir="auto" className="flex-1 min-w-0 truncate">
            {name}
          </strong>
          <Timestamp className="text-muted text-xs" at={at}>
            {relativeTime(at, now)}
          </Timestamp>
        </span>
        <span className="flex items-center gap-2 min-w-0">
          <span className="truncate text-muted text-sm">{contact?.value ?? t('No address')}</span>
          {contact && <ProofBadge isConfirmed={contact.confirmed} />}
        </span>
        <span className={LINE}>
          <span className="truncate text-muted text-sm">
            {countsOf(client)}
            {unread > 0 && ` · ${t('{count} unread', { count: unread })}`}
          </span>
          {needs_answer && <Badge tone="warning">{t('Needs an answer')}</Badge>}
        </span>
      </span>
    </button>
  );
}
