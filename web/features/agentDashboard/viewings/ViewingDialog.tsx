import { useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { conversationListQuery } from '../../../components/chat/queries.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { ButtonLink } from '../../../components/ui/ButtonLink.tsx';
import { Dialog } from '../../../components/ui/Dialog.tsx';
import { Notice } from '../../../components/ui/Notice.tsx';
import { ViewingCard } from '../../../components/viewings/ViewingCard.tsx';
import { viewingSide } from '../../../components/viewings/viewingSides.ts';
import { otherSide } from '../../../components/viewings/viewingWords.ts';
import { useChat } from '../../../state/chat.tsx';
import styles from './Calendar.module.css';

interface ViewingDialogProps {
  viewing: Viewing;
  agentId: number;
  /** Another viewing is confirmed for this time. */
  isClashing: boolean;
  now: Date;
  onClose(): void;
}

/** One viewing of the calendar, with everything that can be done about it. */
export function ViewingDialog({ viewing, agentId, isClashing, now, onClose }: ViewingDialogProps) {
  const { openChat } = useChat();
  const { data: conversations = [] } = useQuery(conversationListQuery);
  const other = otherSide(viewing, viewingSide(viewing, agentId));
  const theirs = conversations.filter(({ participant }) => participant.id === other.id);
  const chat = theirs.find(({ property }) => property?.id === viewing.property.id) ?? theirs[0];

  return (
    <Dialog title={`Viewing with ${other.name}`} size="large" onClose={onClose}>
      <div className={styles.details}>
        <Notice kind="info">
          {isClashing &&
            'Another viewing is confirmed for this time. Propose another time, or cancel the other one first.'}
        </Notice>
        <ViewingCard viewing={viewing} userId={agentId} now={now} />
        <div className={styles.steps}>
          <ButtonLink to={`/properties/${viewing.property.id}`} variant="outlined">
            Open Listing
          </ButtonLink>
          {chat && (
            <Button
              variant="outlined"
              onClick={() => {
                onClose();
                openChat({ conversationId: chat.id });
              }}
            >
              <MessagesSquare size={18} aria-hidden="true" />
              Open Chat
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
