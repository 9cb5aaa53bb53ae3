export { CompactViewing } from './CompactViewing.tsx';
export { ViewingsTab } from './calendar/ViewingsTab.tsx';
export { useViewingUpdates, viewingsQuery } from './queries.ts';
export { RequestViewingButton } from './RequestViewingButton.tsx';
export { type AnswerViewing, viewingFailure } from './ViewingActions.tsx';
export { ViewingCard } from './ViewingCard.tsx';
export { NextViewing, ViewingsPanel } from './ViewingsPanel.tsx';
export {
  dayParts,
  decisionDone,
  formatViewingHour,
  formatViewingHours,
  isUpcoming,
  nearDay,
  sectionViewings,
  statusBadge,
} from './viewingWords.ts';
