import type {
  AdminConversation,
  AdminConversationDetail,
  AdminMessage,
} from '#shared/contracts/conversationModeration.ts';
import type { ConversationStatus } from '#shared/contracts/conversations.ts';
import { roleLabel } from '#shared/labels.ts';
import { useIsAllowed } from '#web/features/auth/index.ts';
import { shortMoment } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { storedText } from '#web/lib/storedText.ts';
import { AuditLink, DetailGroup } from '#web/ui/details/DetailGroup.tsx';
import { Dialog, DialogBody } from '#web/ui/dialogs/Dialog.tsx';
import { Badge } from '#web/ui/display/Badge.tsx';
import { StatusButtons } from '#web/ui/list/RowStatus.tsx';
import { FailureBanner } from '#web/ui/section/Section.tsx';
import styles from './ConversationDialog.module.css';
import { conversationStatus } from './queries.ts';

interface ConversationDialogProps {
  detail: AdminConversationDetail;
  /** Why a change of the status was refused. */
  failure: string | null;
  onStatus(conversation: AdminConversation, status: ConversationStatus): unknown;
  onClose(): void;
}

export function ConversationDialog({
  detail: { conversation, messages },
  failure,
  onStatus,
  onClose,
}: ConversationDialogProps) {
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

function Party({ name, email }: { name: string; email: string | null }) {
  return (
    <>
      <bdi>{name}</bdi>
      {email && <span className="block text-muted text-sm font-normal">{email}</span>}
    </>
  );
}

function ThreadMessage({ message }: { message: AdminMessage }) {
  const { sender_type, sender_name, content, created_at, read_at } = message;
  return (
    <li
      className={`w-fit max-w-[min(34rem,92%)] py-3 px-4 border border-line rounded-md bg-surface ${styles[sender_type]}`}
    >
      <p className={`flex flex-wrap items-center gap-y-1 gap-x-2 text-muted text-[0.8125rem] ${styles.meta}`}>
        <strong>{sender_name}</strong> ({t(roleLabel[sender_type])})
        <time dateTime={created_at}>{shortMoment(created_at)}</time>
        {read_at === null && <Badge tone="warning">{t('Unread')}</Badge>}
      </p>
      <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-wrap">
        {content}
      </p>
    </li>
  );
}
