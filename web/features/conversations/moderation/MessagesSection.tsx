import { useQuery } from '@tanstack/react-query';
import { Activity, Clock, Eye, MailOpen, MessageSquare, MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import type { AdminConversation, AdminConversationDetail } from '#shared/contracts/conversationModeration.ts';
import type { ConversationStatus } from '#shared/contracts/conversations.ts';
import { ReasonDialog } from '#web/forms/ReasonDialog.tsx';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import type { TableColumn } from '#web/ui/dataTable/DataTable.tsx';
import { RowActions } from '#web/ui/dataTable/rowParts.tsx';
import { Moment } from '#web/ui/details/Moment.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { ExportButton } from '#web/ui/list/ExportButton.tsx';
import { ListCard } from '#web/ui/list/ListCard.tsx';
import { FilterSelect, ListToolbar } from '#web/ui/list/ListToolbar.tsx';
import { hasFilters, readOrder, useListState, withoutPage } from '#web/ui/list/listState.ts';
import { StatusSelect } from '#web/ui/list/StatusSelect.tsx';
import { filterOptions } from '#web/ui/list/selectOptions.ts';
import { FailureBanner } from '#web/ui/section/FailureBanner.tsx';
import { Section, SectionHeader } from '#web/ui/section/Section.tsx';
import { StatCards } from '#web/ui/section/StatCards.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ConversationDialog } from './ConversationDialog.tsx';
import {
  CONVERSATIONS_PAGE_SIZE,
  type ConversationsState,
  conversationLabel,
  conversationStatuses,
  conversationsQuery,
  conversationsSchema,
  conversationTone,
  messageStatsQuery,
  participantsOf,
  useReadConversation,
  useSetConversationStatus,
} from './queries.ts';

export function MessagesSection() {
  const { state, change, clear, openPage, sortBy } = useListState(conversationsSchema);
  const [asked, setAsked] = useState<AdminConversation | null>(null);
  const [opened, setOpened] = useState<AdminConversationDetail | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const list = useQuery(conversationsQuery({ ...state, limit: CONVERSATIONS_PAGE_SIZE }));
  const { mutateAsync: sendStatus } = useSetConversationStatus();
  const { mutateAsync: read } = useReadConversation();

  const setStatus = async (conversation: AdminConversation, status: ConversationStatus) => {
    setFailure(null);
    try {
      const changed = await sendStatus({ id: conversation.id, status });
      setOpened((open) => (open?.conversation.id === changed.id ? { ...open, conversation: changed } : open));
      showToast(
        `The conversation of ${participantsOf(conversation)} is now ${conversationLabel[status].toLowerCase()}`,
        'success',
        { label: 'Undo', onClick: () => void setStatus(changed, conversation.status) },
      );
    } catch (error) {
      setFailure(
        failureSentence(
          error,
          'Failed to update conversation status',
          'Failed to update conversation status',
        ),
      );
    }
  };

  return (
    <Section label="Messages">
      <SectionHeader title="Messages" />
      <MessageCounters />
      <SectionHeader title="Conversation Management">
        <ExportButton
          path="/api/admin/conversations/export"
          query={withoutPage(state)}
          onFailure={setFailure}
        />
      </SectionHeader>
      <FailureBanner message={failure} onDismiss={() => setFailure(null)} />
      <ListCard
        label="Conversations"
        query={list}
        rows={list.data?.conversations}
        columns={conversationColumns({
          onStatus: setStatus,
          onView: setAsked,
        })}
        filters={<ConversationFilters state={state} change={change} clear={clear} />}
        sort={readOrder(state)}
        onSort={sortBy}
        onPage={openPage}
        empty={
          <EmptyState
            headingLevel={3}
            title="No conversations found"
            text="Try adjusting your search or filter criteria."
          />
        }
        failure={['Failed to fetch conversations', 'Failed to load conversations']}
      />
      {asked && (
        <ReasonDialog
          title="Private conversation"
          text={`This is the private conversation of ${participantsOf(asked)}.`}
          label="Why do you need to read this conversation? It is written to the audit log."
          whenBlank="Please say why you read this conversation"
          confirmLabel="Read Conversation"
          onConfirm={async (reason) => setOpened(await read({ id: asked.id, reason }))}
          failure="Failed to load conversation details"
          onClose={() => setAsked(null)}
        />
      )}
      {opened && (
        <ConversationDialog
          detail={opened}
          failure={failure}
          onStatus={(status) => void setStatus(opened.conversation, status)}
          onClose={() => setOpened(null)}
        />
      )}
    </Section>
  );
}

function MessageCounters() {
  const { data: stats, error, refetch } = useQuery(messageStatsQuery);
  return (
    <>
      <FailureBanner
        message={
          error &&
          failureSentence(error, 'Failed to fetch message stats', 'Failed to load message statistics')
        }
        onRetry={() => void refetch()}
      />
      <StatCards
        label="Message figures"
        hasFailed={error !== null}
        cards={[
          { label: 'Total Conversations', value: stats?.totalConversations, Icon: MessagesSquare },
          { label: 'Total Messages', value: stats?.totalMessages, Icon: MessageSquare },
          { label: 'Active (7 days)', value: stats?.activeConversations, Icon: Activity },
          { label: 'Unread Messages', value: stats?.unreadMessages, Icon: MailOpen },
          { label: 'Recent (24h)', value: stats?.recentMessages, Icon: Clock },
        ]}
      />
    </>
  );
}

interface ConversationFiltersProps {
  state: ConversationsState;
  change(changes: Partial<ConversationsState>, options?: { isTyping: boolean }): void;
  clear(): void;
}

const statusOptions = filterOptions('All Statuses', conversationLabel);

function ConversationFilters({ state, change, clear }: ConversationFiltersProps) {
  return (
    <ListToolbar
      search={{
        label: 'Search conversations',
        placeholder: 'Search by participant name or email...',
        value: state.search,
        onSearch: (search) => change({ search }, { isTyping: true }),
      }}
      isFiltered={hasFilters(conversationsSchema, state)}
      onClear={clear}
    >
      <FilterSelect
        label="Status"
        value={state.status}
        options={statusOptions}
        onChange={(status) => change({ status })}
      />
    </ListToolbar>
  );
}

interface ConversationActions {
  onStatus(conversation: AdminConversation, status: ConversationStatus): Promise<void>;
  onView(conversation: AdminConversation): void;
}

function conversationColumns(actions: ConversationActions): TableColumn<AdminConversation>[] {
  return [
    {
      id: 'participants',
      heading: 'Participants',
      isRowHeading: true,
      cell: ({ user, agent }) => (
        <span className="grid min-w-0">
          <span className="row-title">{user.name}</span>
          <span className="row-note">{user.email}</span>
          <span className="row-title">{agent.name}</span>
          <span className="row-note">{agent.email}</span>
        </span>
      ),
    },
    {
      id: 'subject',
      heading: 'Subject',
      cell: ({ subject, property }) => (
        <span className="grid min-w-0">
          <span>{subject}</span>
          {property && property.title !== subject && <span className="row-note">{property.title}</span>}
        </span>
      ),
    },
    { id: 'messages', heading: 'Messages', cell: ({ message_count }) => message_count },
    {
      id: 'last',
      heading: 'Last Message',
      sortKey: 'last_message_at',
      cell: ({ last_message_at }) => (last_message_at ? <Moment iso={last_message_at} /> : 'None'),
    },
    {
      id: 'status',
      heading: 'Status',
      sortKey: 'status',
      cell: ({ status }) => (
        <span>
          <Badge tone={conversationTone[status]}>{conversationLabel[status]}</Badge>
        </span>
      ),
    },
    {
      id: 'actions',
      heading: 'Actions',
      cell: (conversation) => <Actions conversation={conversation} {...actions} />,
    },
  ];
}

function Actions({
  conversation,
  onStatus,
  onView,
}: ConversationActions & { conversation: AdminConversation }) {
  const participants = participantsOf(conversation);
  return (
    <RowActions>
      <StatusSelect
        label={`Status of the conversation of ${participants}`}
        value={conversation.status}
        choices={conversationStatuses}
        labels={conversationLabel}
        onChange={(status) => onStatus(conversation, status)}
      />
      <IconButton
        label={`View Details of the conversation of ${participants}`}
        icon={<Eye size={18} aria-hidden="true" />}
        onClick={() => onView(conversation)}
      />
    </RowActions>
  );
}
