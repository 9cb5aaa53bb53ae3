import { useQuery } from '@tanstack/react-query';
import { Activity, Clock, Eye, MailOpen, MessageSquare, MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import type {
  AdminConversation,
  AdminConversationDetail,
  AdminMessage,
  ConversationStatus,
} from '#shared/contracts/conversations.ts';
import { roleLabel } from '#shared/labels.ts';
import { type Message, msg } from '#shared/messages.ts';
import { useIsAllowed } from '#web/features/auth/index.ts';
import { savedViewParts } from '#web/features/savedViews/index.ts';
import { ReasonDialog } from '#web/forms/ReasonDialog.tsx';
import { adminListQuery, adminQuery, useAdminChange, useRowChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { shortMoment } from '#web/lib/dates.ts';
import { downloadFile } from '#web/lib/downloadFile.ts';
import { t } from '#web/lib/i18n.tsx';
import { storedText } from '#web/lib/storedText.ts';
import type { UrlSchema } from '#web/lib/urlState.ts';
import type { TableColumn } from '#web/ui/dataTable/DataTable.tsx';
import { actionsColumn, Moment } from '#web/ui/dataTable/rowParts.tsx';
import { AuditLink, DetailGroup } from '#web/ui/details/DetailGroup.tsx';
import { Dialog, DialogBody } from '#web/ui/dialogs/Dialog.tsx';
import { Badge } from '#web/ui/display/Badge.tsx';
import { AdminList, LoadFailure, useAdminList, usePageSize } from '#web/ui/list/AdminList.tsx';
import type { ListState } from '#web/ui/list/listState.ts';
import {
  StatusButtons,
  type StatusKind,
  StatusSelect,
  statusColumn,
  useStatusChange,
} from '#web/ui/list/RowStatus.tsx';
import { FailureBanner, Section, SectionHeader, StatCards } from '#web/ui/section/Section.tsx';

/** Specification, part 3 §9. */
export const CONVERSATIONS_PAGE_SIZE = 10;

export const conversationsSchema = {
  search: 'text',
  status: ['all', 'active', 'suspended', 'closed'],
  sort: ['last_message_at', 'created_at', 'status'],
  order: ['desc', 'asc'],
} as const satisfies UrlSchema;

const messageStatsQuery = adminQuery('conversationModeration.stats');

const conversationsQuery = (state: ListState<typeof conversationsSchema>, limit: number) =>
  adminListQuery('conversationModeration.list', { query: { ...state, limit } });

/** A change, not a query: each reading needs a reason and is noted, so no query may repeat it by itself. */
const useReadConversation = () =>
  useAdminChange(({ id, reason }: { id: number; reason: string }) =>
    callApi('conversationModeration.get', { params: { id }, query: { reason } }),
  );

const useSetConversationStatus = () =>
  useRowChange(
    'conversationModeration.list',
    'conversations',
    ({ id, status }: { id: number; status: ConversationStatus }) =>
      callApi('conversationModeration.setStatus', { params: { id }, body: { status } }),
  );

const conversationLabel: Record<ConversationStatus, Message> = {
  active: msg('Active'),
  suspended: msg('Suspended'),
  closed: msg('Closed'),
};

const conversationStatus: StatusKind<AdminConversation, ConversationStatus> = {
  labels: conversationLabel,
  tones: { active: 'success', suspended: 'danger', closed: 'neutral' },
  choices: ['active', 'suspended', 'closed'],
  controlLabel: ({ user, agent }) =>
    t('Status of the conversation of {user} and {agent}', { user: user.name, agent: agent.name }),
  changedText: ({ user, agent }, status) =>
    t(
      'The conversation of {user} and {agent} is now {status, select, active {active} suspended {suspended} other {closed}}',
      { user: user.name, agent: agent.name, status },
    ),
  failure: msg('Failed to update conversation status'),
  isUndoable: true,
};

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
              canModerate && <StatusSelect kind={conversationStatus} row={conversation} onChange={setStatus} />,
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
      <span className="grid grid-cols-1 min-w-0">
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
      <span className="grid grid-cols-1 min-w-0">
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

interface ConversationDialogProps {
  detail: AdminConversationDetail;
  failure: string | null;
  onStatus(conversation: AdminConversation, status: ConversationStatus): unknown;
  onClose(): void;
}

function ConversationDialog({ detail, failure, onStatus, onClose }: ConversationDialogProps) {
  const { conversation, messages } = detail;
  const { user, agent, subject, property } = conversation;
  const isAllowed = useIsAllowed();
  return (
    <Dialog title={t('Conversation Details')} size="large" onClose={onClose}>
      <DialogBody>
        <FailureBanner message={failure} />
        <DetailGroup
          title={storedText(subject)}
          details={[
            [t('User'), <Party key="user" {...user} />],
            [t('Agent'), <Party key="agent" {...agent} />],
            [t('Property'), property?.title],
            [t('Started'), shortMoment(conversation.created_at)],
          ]}
        />
        {isAllowed('conversations.moderate') && (
          <StatusButtons kind={conversationStatus} row={conversation} onChange={onStatus} />
        )}
        <section aria-label={t('Messages')} className="p-4 rounded-md bg-sunken">
          {messages.length === 0 && (
            <p className="py-6 text-muted text-center">{t('No messages in this conversation.')}</p>
          )}
          <ol className="grid gap-3">
            {messages.map((message) => (
              <ThreadMessage key={message.id} message={message} />
            ))}
          </ol>
        </section>
        {isAllowed('auditLog.read') && <AuditLink entityType="conversation" entityId={conversation.id} />}
      </DialogBody>
    </Dialog>
  );
}

const Party = ({ name, email }: { name: string; email: string | null }) => (
  <>
    <bdi>{name}</bdi>
    {email && <span className="block text-muted text-sm font-normal">{email}</span>}
  </>
);

const AGENTS = 'justify-self-end border-primary/30 bg-primary-soft';

function ThreadMessage({ message }: { message: AdminMessage }) {
  const { sender_type, sender_name, content, attachments, created_at, read_at } = message;
  return (
    <li className={`card w-fit max-w-[min(34rem,92%)] px-4 text-base ${sender_type === 'agent' ? AGENTS : ''}`}>
      <p className="flex flex-wrap items-center gap-y-1 gap-x-2 text-muted text-caption">
        <strong className="text-ink">{sender_name}</strong> ({t(roleLabel[sender_type])})
        <time dateTime={created_at}>{shortMoment(created_at)}</time>
        {read_at === null && <Badge tone="warning">{t('Unread')}</Badge>}
      </p>
      <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-wrap">
        {content}
      </p>
      {attachments.length > 0 && (
        <p className="mt-1 text-muted text-sm wrap-anywhere">
          {t('Files: {names}', { names: attachments.map(({ name }) => name).join(', ') })}
        </p>
      )}
    </li>
  );
}
