import { MessagesSquare, Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Conversation } from '#shared/contracts/conversations.ts';
import { msg } from '#shared/messages.ts';
import { NetworkFailure } from '#web/lib/apiClient.ts';
import { relativeTime } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { withFound } from '#web/lib/pagedList.ts';
import { storedText } from '#web/lib/storedText.ts';
import { useFoundBeyond } from '#web/lib/useFound.ts';
import { useNow } from '#web/lib/useNow.ts';
import { NativeInput } from '#web/ui/controls/Field.tsx';
import { PillGroup } from '#web/ui/controls/PillGroup.tsx';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Timestamp } from '#web/ui/display/Timestamp.tsx';
import { EmptyState, ErrorState } from '#web/ui/states/EmptyState.tsx';
import { RefetchNotice } from '#web/ui/states/RefetchNotice.tsx';
import { RetryLine } from '#web/ui/states/RetryLine.tsx';
import { ShowMore } from '#web/ui/states/ShowMore.tsx';
import { Skeleton, Skeletons } from '#web/ui/states/Skeleton.tsx';
import { useChat } from '../ChatProvider.tsx';
import { conversationPages, useConversations } from '../queries.ts';
import { byNewest, lastMessageText, searchConversations } from './listData.ts';

interface ConversationListProps {
  /** Threads without a chat, which stand among the conversations. */
  others?: readonly Conversation[];
  onSelect(conversation: Conversation): void;
  selectedId?: number | null;
  emptyAction?: ReactNode;
  /** The text of a failed request; without a title a general one. */
  failureOf?: ((error: Error) => { title?: string; message: string }) | undefined;
}

/** Specification, part 2 §8. */
const dashboardFailure = (error: Error) => ({
  title: error instanceof NetworkFailure ? t('Error loading conversations') : t('Failed to load conversations'),
  message: error.message,
});

const none: readonly Conversation[] = [];

/** The person's conversations, newest first, with search and a filter for unread ones. Live. */
export function ConversationList(props: ConversationListProps) {
  const { others = none, onSelect, selectedId = null, emptyAction, failureOf = dashboardFailure } = props;
  const { query, rest, unread } = useConversations('always');
  const { data: list, error, refetch } = query;
  const [words, setWords] = useState('');
  const [isUnreadOnly, setIsUnreadOnly] = useState(false);
  const isSearching = words.trim() !== '';
  const isFiltered = isSearching || (isUnreadOnly && (rest.counts?.unread ?? 0) > 0);
  // Also by older messages, and all unread ones.
  const { beyond, isLooking, hasFailed, hasNothing, retry, more } = useFoundBeyond(conversationPages, {
    words,
    filter: { unread: isUnreadOnly ? 'true' : undefined },
    isNeeded: isFiltered && Boolean(list?.length),
    rest,
  });
  const now = useNow();

  if (!list && error) return <ErrorState {...failureOf(error)} headingLevel={2} onRetry={() => void refetch()} />;
  if (!list) return <ListSkeleton />;
  if (list.length === 0 && others.length === 0)
    return (
      <EmptyState
        icon={<MessagesSquare size={28} />}
        title={t('No messages yet')}
        text={t('Ask an agent about a property and the conversation appears here.')}
        headingLevel={2}
        action={emptyAction}
      />
    );

  // The open conversation stays in the list although it is read by now.
  const isListed = ({ id, unread_count }: Conversation) => !isUnreadOnly || unread_count > 0 || id === selectedId;
  const loaded = new Map(list.map((conversation) => [conversation.id, conversation]));
  // A loaded conversation is shown from its own data, which is kept up to date.
  const found = beyond.map((each) => loaded.get(each.id) ?? each);
  const shown = withFound(searchConversations([...list, ...others], words), found)
    .filter(isListed)
    .sort(byNewest);
  return (
    <div className="flex flex-col min-h-0 h-full">
      <RefetchNotice query={query} />
      <div className="grid flex-none gap-3 pt-4 px-4 pb-3">
        <NativeInput
          label={t('Search conversations')}
          isLabelHidden
          type="search"
          placeholder={t('Search conversations')}
          icon={<Search size={18} />}
          value={words}
          onChange={setWords}
        />
        <PillGroup
          legend={t('Show')}
          isLegendHidden
          pills={[
            { id: 'all', label: t('All') },
            { id: 'unread', label: unread > 0 ? t('Unread ({count})', { count: unread }) : t('Unread') },
          ]}
          chosen={isUnreadOnly ? 'unread' : 'all'}
          onPress={(id) => setIsUnreadOnly(id === 'unread')}
        />
      </div>
      <div className="flex-1 min-h-0 overflow-x-hidden overflow-y-auto">
        {shown.length > 0 && (
          <ul className="px-2 pb-2" aria-label={t('Conversations')}>
            {shown.map((conversation) => (
              <li key={conversation.id}>
                <ConversationRow
                  conversation={conversation}
                  isSelected={conversation.id === selectedId}
                  now={now}
                  onSelect={() => onSelect(conversation)}
                />
              </li>
            ))}
          </ul>
        )}
        {shown.length === 0 && !isLooking && !hasFailed && !more.hasMore && (
          <p className="py-8 px-4 text-muted text-center" role="status">
            {isSearching ? t('No conversation matches your search.') : t('You have read everything.')}
          </p>
        )}
        {isLooking && (
          <p className="p-4 text-muted text-center" role="status">
            {isSearching ? t('Searching all conversations…') : t('Loading conversations…')}
          </p>
        )}
        {hasNothing && (
          <div className="p-4">
            <RetryLine message={t('Some conversations could not be searched.')} onRetry={retry} />
          </div>
        )}
        <ShowMore more={more} />
      </div>
    </div>
  );
}

const ListSkeleton = () => (
  <div className="flex flex-col min-h-0 h-full" role="status">
    <span className="visuallyHidden">{t('Loading conversations…')}</span>
    <Skeletons count={5}>
      <div className={ROW}>
        <Skeleton width={48} height={48} className="flex-none rounded-full" />
        <span className="grid flex-1 gap-0.5 min-w-0 leading-[1.35]">
          <Skeleton width="55%" height="1rem" />
          <Skeleton width="80%" height="0.75rem" />
          <Skeleton width="70%" height="0.75rem" />
        </span>
      </div>
    </Skeletons>
  </div>
);

interface ConversationRowProps {
  conversation: Conversation;
  isSelected: boolean;
  now: Date;
  onSelect(): void;
}

const ROW = 'option py-2.5 rounded-md';

const statusWords = { active: null, suspended: msg('Suspended'), closed: msg('Closed') } as const;

function ConversationRow({ conversation, isSelected, now, onSelect }: ConversationRowProps) {
  const { participant, subject, property, last_message_at, unread_count } = conversation;
  const isUnread = unread_count > 0;
  const status = statusWords[conversation.status];
  return (
    <button
      type="button"
      className={`${ROW} transition-colors hover:bg-sunken aria-[current=true]:bg-primary-soft focus-visible:-outline-offset-3`}
      aria-current={isSelected ? 'true' : undefined}
      onClick={onSelect}
    >
      <Avatar src={participant.avatar_url} size={48} />
      <span className="grid flex-1 gap-0.5 min-w-0 leading-[1.35]">
        <span className="flex items-baseline justify-between gap-2 min-w-0">
          <span dir="auto" className={`truncate text-md ${isUnread ? 'font-[750]' : 'font-[650]'}`}>
            {storedText(participant.name)}
          </span>
          {last_message_at && (
            <Timestamp
              className={`flex-none text-xs ${isUnread ? 'text-primary font-[650]' : 'text-muted'}`}
              at={last_message_at}
            >
              {relativeTime(last_message_at, now)}
            </Timestamp>
          )}
        </span>
        <span className="truncate text-muted text-caption">
          {status && (
            <span className="mr-1.5 py-0.25 px-1.75 rounded-full bg-warning/14 text-warning text-2xs font-bold">
              {t(status)}
            </span>
          )}
          <bdi>{storedText(subject)}</bdi>
          {property && (
            <>
              {' · '}
              <bdi>{property.title}</bdi>
            </>
          )}
        </span>
        <span className="flex justify-between gap-2 min-w-0 items-center min-h-5">
          <span dir="auto" className={`truncate text-sm ${isUnread ? 'text-ink font-semibold' : 'text-muted'}`}>
            {lastMessageText(conversation)}
          </span>
          {isUnread && (
            <span className="count flex-none">
              {unread_count > 99 ? '99+' : unread_count}
              <span className="visuallyHidden"> {t('unread')}</span>
            </span>
          )}
        </span>
      </span>
    </button>
  );
}

interface RecentConversationListProps {
  /** Newest first; undefined while they are on their way. */
  conversations: readonly Conversation[] | undefined;
  count: number;
}

/** The first few conversations, each of which opens in the chat modal. */
export function RecentConversationList({ conversations, count }: RecentConversationListProps) {
  const { openChat } = useChat();
  const now = useNow();
  return (
    <ul className="mt-0 -mx-3 -mb-2">
      {!conversations && (
        <Skeletons count={count}>
          <li className="p-2">
            <Skeleton height="4.875rem" />
          </li>
        </Skeletons>
      )}
      {conversations?.slice(0, count).map((conversation) => (
        <li key={conversation.id}>
          <ConversationRow
            conversation={conversation}
            isSelected={false}
            now={now}
            onSelect={() => openChat({ conversationId: conversation.id })}
          />
        </li>
      ))}
    </ul>
  );
}
