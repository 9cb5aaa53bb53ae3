import { useEffect, useRef, useState } from 'react';
import type { Agent } from '#shared/contracts/agents.ts';
import { formatShortPrice, priceSuffix } from '#shared/money.ts';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import { t } from '#web/lib/i18n.tsx';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { SentNote } from '#web/ui/states/SentNote.tsx';
import { MessageForm } from './MessageForm.tsx';
import { type AboutProperty, messageSentText } from './messageDraft.ts';

interface AgentMessageModalProps {
  agent: Pick<Agent, 'id' | 'name' | 'avatar_url'> & Partial<Pick<Agent, 'title'>>;
  /** The listing the message is about; it must be one of this agent's. */
  property?: AboutProperty | undefined;
  onClose(): void;
}

/** Specification, part 2 §9. */
const CLOSE_AFTER_MS = 2_000;

/**
 * Open while it is rendered. Closing clears all state (specification, part 2 §4); a reload finds the typed text.
 */
export function AgentMessageModal({ agent, property, onClose }: AgentMessageModalProps) {
  const [isSent, setIsSent] = useState(false);
  const close = useRef(onClose);
  close.current = onClose;

  useEffect(() => {
    if (!isSent) return;
    const timer = setTimeout(() => close.current(), CLOSE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isSent]);

  return (
    <FormDialog title={t('Message {name}', { name: agent.name })} size="wide" onClose={onClose}>
      {isSent ? (
        <SentNote title={t('Message Sent!')} text={messageSentText(agent.name)} />
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-3 mb-6">
            <Avatar src={agent.avatar_url} size={48} />
            <p className="min-w-0 leading-[1.4] *:block">
              <strong>{agent.title ?? t('Real Estate Agent')}</strong>
              <span className="text-muted text-sm">{t('Answers by email or phone')}</span>
            </p>
            {property && (
              <div className="flex flex-[1_1_100%] items-center gap-3 min-w-0 p-2 rounded-md bg-sunken">
                <span className="flex-none w-18 h-12 overflow-hidden rounded-sm">
                  <Picture src={property.images[0]} alt="" sizes="4.5rem" />
                </span>
                <p className="min-w-0 leading-[1.4] *:block">
                  <strong dir="auto" className="truncate text-[0.9375rem]">
                    {property.title}
                  </strong>
                  <span className="text-muted text-sm">
                    {formatShortPrice(property.price)}
                    {t(priceSuffix(property.listing_type))} · {property.location.city}
                  </span>
                </p>
              </div>
            )}
          </div>
          <MessageForm
            agentId={agent.id}
            property={property}
            isFocused
            onSent={() => setIsSent(true)}
            onCancel={onClose}
          />
        </>
      )}
    </FormDialog>
  );
}
