/** Messages in one page of a thread, unless a client asks for another number. */
export const MESSAGE_PAGE_SIZE = 50;
/** Messages in one page at most. */
export const MAX_MESSAGE_PAGE_SIZE = 200;
export const MAX_MESSAGE_LENGTH = 4_000;
/** What a conversation is about unless its starter says so (specification, part 1 §3). */
export const DEFAULT_SUBJECT = 'Property Inquiry';
