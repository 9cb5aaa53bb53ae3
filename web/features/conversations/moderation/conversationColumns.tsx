import { Eye } from 'lucide-react';
import type { AdminConversation } from '#shared/contracts/conversationModeration.ts';
import type { ConversationStatus } from '#shared/contracts/conversations.ts';
import { Badge } from '#web/ui/Badge.tsx';
import type { TableColumn } from '#web/ui/dataTable/DataTable.tsx';
import { RowActions } from '#web/ui/dataTable/rowParts.tsx';
import { Moment } from '#web/ui/details/Moment.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { StatusSelect } from '#web/ui/list/StatusSelect.tsx';
import { participantsOf } from './participants.ts';
import { conversationLabel, conversationStatuses, conversationTone } from './statusLabels.ts';

interface ConversationActions {
  onStatus(conversation: AdminConversation, status: ConversationStatus): Promise<void>;
  onView(conversation: AdminConversation): void;
}

export function conversationColumns(actions: ConversationActions): TableColumn<AdminConversation>[] {
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
