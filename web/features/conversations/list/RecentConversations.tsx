import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MessageSquarePlus } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { MAX_MESSAGE_LENGTH } from '#shared/limits.ts';
import { english } from '#shared/messages.ts';
import { TextArea } from '#web/forms/fields.tsx';
import { callApi, newClientId } from '#web/lib/apiClient.ts';
import { queryOf } from '#web/lib/apiQueries.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { invalidateList } from '#web/lib/pagedList.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { PanelHeader } from '#web/ui/layout/Page.tsx';
import { ErrorState } from '#web/ui/states/EmptyState.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { useChat } from '../ChatProvider.tsx';
import { conversationPages, sendTimeout } from '../queries.ts';
import { MessagesPanel } from './MessagesPanel.tsx';

/** Specification, part 3 §11. */
const agentFailure = (error: Error) => ({
  message: failureSentence(error, t('Failed to fetch conversations')),
});

export function RecentConversations({ agentId }: { agentId: number }) {
  const id = useId();
  const { openChat } = useChat();
  const [isStarting, setIsStarting] = useState(false);
  return (
    <section aria-labelledby={id}>
      <PanelHeader id={id} title={t('Recent Conversations')}>
        <Button onClick={() => setIsStarting(true)}>
          <MessageSquarePlus size={18} />
          {t('New Conversation')}
        </Button>
      </PanelHeader>
      <MessagesPanel failureOf={agentFailure} />
      {isStarting && (
        <StartConversationDialog
          ownId={agentId}
          onStarted={(conversationId) => {
            setIsStarting(false);
            openChat({ conversationId });
          }}
          onClose={() => setIsStarting(false)}
        />
      )}
    </section>
  );
}

interface StartConversationDialogProps {
  ownId: number;
  onStarted(conversationId: number): void;
  onClose(): void;
}

/** Open while it is rendered, so closing clears the choice and the text. */
function StartConversationDialog({ ownId, onStarted, onClose }: StartConversationDialogProps) {
  const [agentId, setAgentId] = useState<number | null>(null);
  const [message, setMessage] = useState('');
  const [clientId, setClientId] = useState(newClientId);
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: { agentId: number; initialMessage: string }) => {
      // The same words to the same colleague are one message, however often they are sent.
      const start = { ...body, subject: SUBJECT, property_id: null, client_id: clientId };
      return callApi('conversations.start', { body: start }, sendTimeout());
    },
    onError: (failure) => console.warn('Failed to start conversation', failure),
    onSettled: () => void invalidateList(client, conversationPages),
  });
  const words = message.trim();
  const isReady = agentId !== null && words !== '' && !isPending;

  // Another text, or the same text to another agent, is another message.
  const choose = (id: number) => {
    setAgentId(id);
    setClientId(newClientId());
  };
  const write = (text: string) => {
    setMessage(text);
    setClientId(newClientId());
  };
  const start = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    // Not after the dialog was closed.
    const onSuccess = ({ conversation }: { conversation: { id: number } }) => onStarted(conversation.id);
    mutate({ agentId, initialMessage: words }, { onSuccess });
  };

  return (
    <Dialog title={t('Start New Conversation')} size="wide" isBackdropInert onClose={onClose}>
      <form className="grid grid-cols-1 gap-4" onSubmit={start}>
        <Colleagues ownId={ownId} chosenId={agentId} isDisabled={isPending} onChoose={choose} />
        <TextArea
          label={t('Initial Message')}
          placeholder={t('Write the first message to your colleague')}
          rows={4}
          maxLength={MAX_MESSAGE_LENGTH}
          value={message}
          disabled={isPending}
          onChange={write}
        />
        <Notice kind="error">{error && failureSentence(error, t('Failed to start conversation'))}</Notice>
        <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
          <Button variant="outlined" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" disabled={!isReady}>
            {isPending ? t('Starting...') : t('Start Conversation')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface ColleaguesProps {
  ownId: number;
  chosenId: number | null;
  isDisabled: boolean;
  onChoose(id: number): void;
}

function Colleagues({ ownId, chosenId, isDisabled, onChoose }: ColleaguesProps) {
  const { data, error, isPending, refetch } = useQuery(colleaguesQuery(ownId));
  if (isPending)
    return (
      <p className="py-6 px-0 text-muted text-center" role="status">
        {t('Loading agents...')}
      </p>
    );
  if (!data)
    return (
      <ErrorState
        message={failureSentence(error, t('Failed to load agents'))}
        headingLevel={3}
        onRetry={() => void refetch()}
      />
    );
  if (data.length === 0)
    return <p className="py-6 px-0 text-muted text-center">{t('No other agents available')}</p>;
  return (
    <fieldset disabled={isDisabled}>
      <legend className="mb-1.5 text-sm font-semibold">{t('Select an Agent')}</legend>
      <div className="max-h-[min(17rem,38dvh)] overflow-y-auto overscroll-contain border border-line-strong rounded-md divide-y divide-line">
        {data.map((agent) => (
          <label
            key={agent.id}
            className={`option py-2.5 rounded-none hover:bg-sunken has-checked:bg-primary-soft ${RING}`}
          >
            <input
              type="radio"
              name="colleague"
              className="flex-none w-4.5 h-4.5 m-0 outline-none"
              checked={agent.id === chosenId}
              onChange={() => onChoose(agent.id)}
            />
            {agent.avatar_url ? (
              <Avatar src={agent.avatar_url} size={44} />
            ) : (
              <span className="disc w-[44px] h-[44px] bg-primary text-on-primary font-bold" aria-hidden="true">
                {[...agent.name][0]?.toLocaleUpperCase()}
              </span>
            )}
            <span className="min-w-0 leading-[1.35] *:block *:truncate">
              <strong dir="auto">{agent.name}</strong>
              <span className="text-muted text-sm">{agent.title || t('Real Estate Agent')}</span>
              {agent.specialization && <bdi className="text-muted text-sm">{agent.specialization}</bdi>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Within the row, as the list cuts off what is beside it. */
const RING = 'has-focus-visible:focus-ring has-focus-visible:-outline-offset-3';

/** Stored, so not in a reader's language. */
const SUBJECT = english('Agent Collaboration');

const colleaguesQuery = (ownId: number) =>
  queryOptions({
    ...queryOf('agents.list', { query: { limit: 100 } }),
    select: ({ agents }) => agents.filter(({ id }) => id !== ownId),
  });
