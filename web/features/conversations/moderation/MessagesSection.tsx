import { useQuery } from '@tanstack/react-query';
import { Activity, Clock, Eye, MailOpen, MessageSquare, MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import type { AdminConversation, AdminConversationDetail } from '#shared/contracts/conversationModeration.ts';
import { msg } from '#shared/messages.ts';
import { useIsAllowed } from '#web/features/auth/index.ts';
import { savedViewParts } from '#web/features/savedViews/index.ts';
import { ReasonDialog } from '#web/forms/ReasonDialog.tsx';
import { downloadFile } from '#web/lib/downloadFile.ts';
import { t } from '#web/lib/i18n.tsx';
import { storedText } from '#web/lib/storedText.ts';
import type { TableColumn } from '#web/ui/dataTable/DataTable.tsx';
import { actionsColumn, Moment } from '#web/ui/dataTable/rowParts.tsx';
import { AdminList, LoadFailure, useAdminList, usePageSize } from '#web/ui/list/AdminList.tsx';
import { StatusSelect, statusColumn, useStatusChange } from '#web/ui/list/RowStatus.tsx';
import { Section, SectionHeader, StatCards } from '#web/ui/section/Section.tsx';
import { ConversationDialog } from './ConversationDialog.tsx';
import {
  CONVERSATIONS_PAGE_SIZE,
  conversationLabel,
  conversationStatus,
  conversationsQuery,
  conversationsSchema,
  messageStatsQuery,
  useReadConversation,
  useSetConversationStatus,
} from './queries.ts';

export function MessagesSection() {
  const size = usePageSize('conversations', CONVERSATIONS_PAGE_SIZE);
  const list = useAdminList(conversationsSchema, conversationsQuery, size);
  const canModerate = useIsAllowed()('conversations.moderate');
  const [asked, setAsked] = useState<AdminConversation | null>(null);
  const [opened, setOpened] = useState<AdminConversationDetail | null>(null);
  const { mutateAsync: send } = useSetConversationStatus();
  const { mutateAsync: read } = useReadConversation();
  const setStatus = useStatusChange(conversationStatus, {
    send,
    onFailure: list.setFailure,
    onChanged: (conversation) =>
      setOpened((open) => (open?.conversation.id === conversation.id ? { ...open, conversation } : open)),
  });

  return (
    <Section label={t('Messages')}>
      <SectionHeader title={t('Messages')} />
      <MessageCounters />
      <AdminList
        list={list}
        words={{
          label: t('Conversations'),
          none: t('No conversations found'),
          notFetched: t('Failed to fetch conversations'),
          notLoaded: t('Failed to load conversations'),
        }}
        title={t('Conversation Management')}
        exportFile={(query) => downloadFile('conversationModeration.export', { query })}
        search={{
          label: t('Search conversations'),
          placeholder: t('Search by participant name or email...'),
        }}
        filters={[
          { name: 'status', label: t('Status'), labels: { all: msg('All Statuses'), ...conversationLabel } },
        ]}
        {...savedViewParts('conversations', list)}
        rows={list.data?.conversations}
        columns={[
          ...conversationColumns,
          actionsColumn<AdminConversation>(
            [
              {
                label: ({ user, agent }) =>
                  t('View Details of the conversation of {user} and {agent}', {
                    user: user.name,
                    agent: agent.name,
                  }),
                Icon: Eye,
                onClick: setAsked,
              },
            ],
            (conversation) =>
              canModerate && (
                <StatusSelect kind={conversationStatus} row={conversation} onChange={setStatus} />
              ),
          ),
        ]}
      />
      {asked && (
        <ReasonDialog
          title={t('Private conversation')}
          text={t('This is the private conversation of {user} and {agent}.', {
            user: asked.user.name,
            agent: asked.agent.name,
          })}
          label={t('Why do you need to read this conversation? The audit log records your reason.')}
          whenBlank={t('Please say why you need to read this conversation')}
          confirmLabel={t('Read Conversation')}
          onConfirm={async (reason) => setOpened(await read({ id: asked.id, reason }))}
          failure={t('Failed to load conversation details')}
          onClose={() => setAsked(null)}
        />
      )}
      {opened && (
        <ConversationDialog
          detail={opened}
          failure={list.failure}
          onStatus={setStatus}
          onClose={() => setOpened(null)}
        />
      )}
    </Section>
  );
}

function MessageCounters() {
  const query = useQuery(messageStatsQuery);
  const stats = query.data;
  return (
    <>
      <LoadFailure
        query={query}
        notFetched={t('Failed to fetch message stats')}
        notLoaded={t('Failed to load message statistics')}
      />
      <StatCards
        label={t('Message figures')}
        hasFailed={query.isError}
        cards={[
          { label: t('Total Conversations'), value: stats?.totalConversations, Icon: MessagesSquare },
          { label: t('Total Messages'), value: stats?.totalMessages, Icon: MessageSquare },
          { label: t('Active (7 days)'), value: stats?.activeConversations, Icon: Activity },
          { label: t('Unread Messages'), value: stats?.unreadMessages, Icon: MailOpen },
          { label: t('Recent (24h)'), value: stats?.recentMessages, Icon: Clock },
        ]}
      />
    </>
  );
}

const conversationColumns: readonly TableColumn<AdminConversation>[] = [
  {
    id: 'participants',
    heading: msg('Participants'),
    isRowHeading: true,
    cell: ({ user, agent }) => (
      <span className="grid min-w-0">
        <span dir="auto" className="row-title">
          {storedText(user.name)}
        </span>
        <span className="row-note">{user.email}</span>
        <span dir="auto" className="row-title">
          {agent.name}
        </span>
        <span className="row-note">{agent.email}</span>
      </span>
    ),
  },
  {
    id: 'subject',
    heading: msg('Subject'),
    cell: ({ subject, property }) => (
      <span className="grid min-w-0">
        <span dir="auto">{storedText(subject)}</span>
        {property && property.title !== subject && (
          <span dir="auto" className="row-note">
            {property.title}
          </span>
        )}
      </span>
    ),
  },
  { id: 'messages', heading: msg('Messages'), cell: ({ message_count }) => message_count },
  {
    id: 'last',
    heading: msg('Last Message'),
    sortKey: 'last_message_at',
    cell: ({ last_message_at }) => (last_message_at ? <Moment iso={last_message_at} /> : t('None')),
  },
  statusColumn(conversationStatus),
];
