import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminConversation, AdminConversationDetail } from '#shared/contracts/conversationModeration.ts';
import type { ConversationStatus } from '#shared/contracts/conversations.ts';
import { ReasonDialog } from '#web/forms/ReasonDialog.tsx';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ExportButton } from '#web/ui/list/ExportButton.tsx';
import { ListCard } from '#web/ui/list/ListCard.tsx';
import { readOrder, useListState, withoutPage } from '#web/ui/list/listState.ts';
import { FailureBanner } from '#web/ui/section/FailureBanner.tsx';
import { Section, SectionHeader } from '#web/ui/section/Section.tsx';
import { showToast } from '#web/ui/showToast.ts';
import { ConversationDialog } from './ConversationDialog.tsx';
import { ConversationFilters } from './ConversationFilters.tsx';
import { conversationColumns } from './conversationColumns.tsx';
import { MessageCounters } from './MessageCounters.tsx';
import { participantsOf } from './participants.ts';
import {
  CONVERSATIONS_PAGE_SIZE,
  conversationsQuery,
  conversationsSchema,
  useReadConversation,
  useSetConversationStatus,
} from './queries.ts';
import { conversationLabel } from './statusLabels.ts';

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
