import type { AdminConversation } from '#shared/contracts/conversationModeration.ts';

/** 'Ana Reyes and Marco Cruz' */
export function participantsOf({ user, agent }: Pick<AdminConversation, 'user' | 'agent'>): string {
  return `${user.name} and ${agent.name}`;
}
