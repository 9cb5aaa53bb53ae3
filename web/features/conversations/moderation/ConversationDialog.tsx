import type { AdminConversationDetail, AdminMessage } from '#shared/contracts/admin.ts';
import type { ConversationStatus } from '#shared/contracts/conversations.ts';
import { shortMoment } from '#web/lib/dates.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { AuditLink } from '#web/ui/details/AuditLink.tsx';
import { DetailGroup } from '#web/ui/details/DetailGroup.tsx';
import forms from '#web/ui/details/dialog.module.css';
import { StatusButtons } from '#web/ui/list/StatusButtons.tsx';
import { FailureBanner } from '#web/ui/section/FailureBanner.tsx';
import styles from './ConversationDialog.module.css';
import { conversationLabel, conversationStatuses } from './statusLabels.ts';

interface ConversationDialogProps {
  detail: AdminConversationDetail;
  /** Why a change of the status was refused. */
  failure: string | null;
  onStatus(status: ConversationStatus): void;
  onClose(): void;
}

const sideLabel = { user: 'User', agent: 'Agent' } as const;

export function ConversationDialog({
  detail: { conversation, messages },
  failure,
  onStatus,
  onClose,
}: ConversationDialogProps) {
  const { user, agent, subject, property, status } = conversation;
  return (
    <Dialog title="Conversation Details" size="large" onClose={onClose}>
      <div className={forms.form}>
        <FailureBanner message={failure} />
        <DetailGroup
          title={subject}
          details={[
            ['User', <Party key="user" {...user} />],
            ['Agent', <Party key="agent" {...agent} />],
            ['Property', property?.title],
            ['Started', shortMoment(conversation.created_at)],
          ]}
        />
        <StatusButtons
          title="Status"
          value={status}
          choices={conversationStatuses}
          labels={conversationLabel}
          onChange={onStatus}
        />
        <section aria-label="Messages" className={styles.thread}>
          {messages.length === 0 && <p className={styles.empty}>No messages in this conversation.</p>}
          <ol className={styles.messages}>
            {messages.map((message) => (
              <ThreadMessage key={message.id} message={message} />
            ))}
          </ol>
        </section>
        <AuditLink entityType="conversation" entityId={conversation.id} />
      </div>
    </Dialog>
  );
}

function Party({ name, email }: { name: string; email: string | null }) {
  return (
    <>
      {name}
      {email && <span className={styles.email}>{email}</span>}
    </>
  );
}

function ThreadMessage({ message }: { message: AdminMessage }) {
  const { sender_type, sender_name, content, created_at, read_at } = message;
  return (
    <li className={`${styles.message} ${styles[sender_type]}`}>
      <p className={styles.meta}>
        <strong>{sender_name}</strong> ({sideLabel[sender_type]})
        <time dateTime={created_at}>{shortMoment(created_at)}</time>
        {read_at === null && <Badge tone="warning">Unread</Badge>}
      </p>
      <p className={styles.content}>{content}</p>
    </li>
  );
}
