import { MessagesSquare } from 'lucide-react';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { useChat, useConversationsWith } from '#web/features/conversations/index.ts';
import { Button } from '#web/ui/Button.tsx';
import { ButtonLink } from '#web/ui/ButtonLink.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { ViewingCard } from '../ViewingCard.tsx';
import { viewingSide } from '../viewingSides.ts';
import { otherSide } from '../viewingWords.ts';

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
  const other = otherSide(viewing, viewingSide(viewing, agentId));
  const { data: theirs } = useConversationsWith(other.id);
  const chat = theirs.find(({ property }) => property?.id === viewing.property.id) ?? theirs[0];

  return (
    <Dialog title={`Viewing with ${other.name}`} size="large" onClose={onClose}>
      <div className="grid grid-cols-1 gap-4">
        <Notice kind="info">
          {isClashing &&
            'Another viewing is confirmed for this time. Propose another time, or cancel the other one first.'}
        </Notice>
        <ViewingCard viewing={viewing} userId={agentId} now={now} />
        <div className="flex flex-wrap gap-2">
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
