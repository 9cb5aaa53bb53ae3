export {
  HELD_MS,
  isConflict,
  isHeld,
  type OutboxDraft,
  type OutboxEntry,
  type OutboxKind,
  type QueuedCall,
} from './createOutbox.ts';
export { dropOfflineCopy, keepOfflineCopy, oldestShownAt } from './offlineCopy.ts';
export {
  discardQueued,
  flushOutbox,
  followOutbox,
  handleOutcome,
  isCall,
  isHandedOver,
  mayQueue,
  noteHanded,
  overwriteQueued,
  queueChange,
  readOutbox,
  retryQueued,
  rewordQueued,
  type SendResult,
  sendOrQueue,
  shownOutbox,
  useOutbox,
} from './outbox.ts';
export { ServiceWorkerHost, useBrowserCopy } from './ServiceWorkerHost.tsx';
