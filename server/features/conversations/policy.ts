import type { SignedInUser } from '#server/http/caller.ts';
import type { ConversationStatus } from '#shared/contracts/conversations.ts';
import { type Message, msg } from '#shared/messages.ts';

export type Side = 'user' | 'agent';

interface Sides {
  user_id: number | null;
  agent_id: number | null;
}

/** The caller's side; null for other accounts, which get a 404. */
export function sideOf(caller: Pick<SignedInUser, 'id'>, conversation: Sides): Side | null {
  if (caller.id === conversation.user_id) return 'user';
  return caller.id === conversation.agent_id ? 'agent' : null;
}

/** The reason why no message can be written now; null if one can. */
export function whyNotWritable(conversation: Sides & { status: ConversationStatus }): Message | null {
  if (conversation.status === 'suspended') return msg('This conversation was suspended by an administrator');
  if (conversation.status === 'closed') return msg('This conversation is closed');
  if (conversation.user_id === null || conversation.agent_id === null)
    return msg('The other person has left Silong');
  return null;
}
