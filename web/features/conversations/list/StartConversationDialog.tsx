import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { MAX_MESSAGE_LENGTH } from '#shared/limits.ts';
import { TextArea } from '#web/forms/fields.tsx';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { newClientId } from '#web/lib/newClientId.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { ColleagueOption } from './ColleagueOption.tsx';
import { colleaguesQuery, useStartCollaboration } from './colleagues.ts';
import styles from './StartConversationDialog.module.css';

interface StartConversationDialogProps {
  ownId: number;
  onStarted(conversationId: number): void;
  onClose(): void;
}

/** Open while it is rendered, so closing clears what was chosen and typed. */
export function StartConversationDialog({ ownId, onStarted, onClose }: StartConversationDialogProps) {
  const [agentId, setAgentId] = useState<number | null>(null);
  const [message, setMessage] = useState('');
  const [clientId, setClientId] = useState(newClientId);
  const { mutate, isPending, error } = useStartCollaboration();
  const words = message.trim();
  const isReady = agentId !== null && words !== '' && !isPending;

  // Another text, or the same to somebody else, is another message.
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
    mutate(
      { agentId, message: words, clientId },
      {
        onSuccess: ({ conversation }) => onStarted(conversation.id),
        onError: (failure) => console.warn('Failed to start conversation', failure),
      },
    );
  };

  return (
    <Dialog title="Start New Conversation" size="wide" isBackdropInert onClose={onClose}>
      <form className="grid grid-cols-1 gap-4" onSubmit={start}>
        <Colleagues ownId={ownId} chosenId={agentId} isDisabled={isPending} onChoose={choose} />
        <TextArea
          label="Initial Message"
          placeholder="Write the first message to your colleague"
          rows={4}
          maxLength={MAX_MESSAGE_LENGTH}
          value={message}
          disabled={isPending}
          onChange={write}
        />
        <Notice kind="error">{error && failureSentence(error, 'Failed to start conversation')}</Notice>
        <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
          <Button variant="outlined" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isReady}>
            {isPending ? 'Starting...' : 'Start Conversation'}
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
        Loading agents...
      </p>
    );
  if (!data)
    return (
      <ErrorState
        message={failureSentence(error, 'Failed to load agents')}
        headingLevel={3}
        onRetry={() => void refetch()}
      />
    );
  if (data.length === 0) return <p className="py-6 px-0 text-muted text-center">No other agents available</p>;
  return (
    <fieldset className={`min-w-0 m-0 p-0 border-0 ${styles.people}`} disabled={isDisabled}>
      <legend>Select an Agent</legend>
      <div className="grid grid-cols-1 max-h-[min(17rem,38dvh)] overflow-y-auto overscroll-contain border border-line-strong rounded-md">
        {data.map((agent) => (
          <ColleagueOption
            key={agent.id}
            agent={agent}
            isChosen={agent.id === chosenId}
            onChoose={() => onChoose(agent.id)}
          />
        ))}
      </div>
    </fieldset>
  );
}
