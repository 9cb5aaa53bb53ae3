import type { ConversationStatus } from '#shared/contracts/conversations.ts';
import type { BadgeTone } from '#web/ui/Badge.tsx';

export const conversationLabel: Record<ConversationStatus, string> = {
  active: 'Active',
  suspended: 'Suspended',
  closed: 'Closed',
};

export const conversationTone: Record<ConversationStatus, BadgeTone> = {
  active: 'success',
  suspended: 'danger',
  closed: 'neutral',
};

export const conversationStatuses: readonly ConversationStatus[] = ['active', 'suspended', 'closed'];
