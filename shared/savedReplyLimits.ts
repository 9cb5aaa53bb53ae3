export const MAX_SAVED_REPLIES = 100;
export const MAX_REPLY_TITLE = 80;
export const MAX_REPLY_TEXT = 4_000;
