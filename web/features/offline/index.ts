export type { OutboxDraft, OutboxEntry, OutboxKind } from './createOutbox.ts';
export { keepOfflineCopy, oldestShownAt } from './offlineCopy.ts';
export {
  discardQueued,
  flushOutbox,
  followOutbox,
  queueChange,
  retryQueued,
  type SendResult,
  sendOrQueue,
  useOutbox,
} from './outbox.ts';
export { useBrowserCopy } from './useBrowserCopy.ts';
