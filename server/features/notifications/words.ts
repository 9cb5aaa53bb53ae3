import type { PushOptions } from '#server/features/push/jobs.ts';

const PREVIEW_LENGTH = 50;

/** The first 50 characters, with an ellipsis when there are more (specification, part 1 §4). Never half a character. */
export function previewOf(content: string): string {
  const characters = [...content];
  return characters.length > PREVIEW_LENGTH ? `${characters.slice(0, PREVIEW_LENGTH).join('')}…` : content;
}

export const conversationUrl = (id: number) => `/conversations/${id}`;

/** Push for events that a person waits for. */
export const AT_ONCE: PushOptions = { urgency: 'high', ttlSeconds: 24 * 3_600 };
