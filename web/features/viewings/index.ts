export { ViewingsTab } from './calendar/ViewingsTab.tsx';
export { CompactViewing } from './CompactViewing.tsx';
export { useViewingUpdates, type ViewingAnswer, viewingsQuery } from './queries.ts';
export { RequestViewingButton } from './RequestViewingButton.tsx';
export { type AnswerViewing, viewingFailure } from './ViewingActions.tsx';
export { ViewingCard } from './ViewingCard.tsx';
export { NextViewing, ViewingsPanel } from './ViewingsPanel.tsx';
export {
  dayParts,
  decisionDone,
  formatViewingHour,
  isUpcoming,
  nearDay,
  sectionViewings,
} from './viewingWords.ts';
