export { ViewingsTab } from './calendar/ViewingsTab.tsx';
export { useViewingUpdates, viewingsQuery } from './queries.ts';
export { RequestViewingButton } from './RequestViewingButton.tsx';
export { ViewingCard } from './ViewingCard.tsx';
export { NextViewing, ViewingsPanel } from './ViewingsPanel.tsx';
export {
  dayParts,
  formatViewingHour,
  isUpcoming,
  nearDay,
  sectionViewings,
  statusBadge,
} from './viewingWords.ts';
