export { CompactViewing } from './CompactViewing.tsx';
export { CalendarGrid, CalendarSteps, type MovedViewing } from './calendar/CalendarGrid.tsx';
export { daysOf, readDay, titleOf, withoutCalledOff } from './calendar/calendarDays.ts';
export { ViewingsTab } from './calendar/ViewingsTab.tsx';
export {
  answerBody,
  invalidateViewings,
  useAnswerViewing,
  useFreeTimes,
  useViewings,
  useViewingsOn,
  useViewingUpdates,
  viewingsQuery,
} from './queries.ts';
export { RequestViewingButton } from './RequestViewingButton.tsx';
export { RouteSheet } from './RouteSheet.tsx';
export { type Stop, suggestOrder } from './route.ts';
export { type AnswerViewing, useSeenTime, viewingFailure } from './ViewingActions.tsx';
export { ViewingCard } from './ViewingCard.tsx';
export { NextViewing, RouteLinks, ViewingsPanel } from './ViewingsPanel.tsx';
export {
  asksOutcome,
  dayParts,
  daysWithRoute,
  decisionDone,
  formatShortViewingTime,
  formatViewingDay,
  formatViewingHour,
  formatViewingHours,
  isUpcoming,
  nearDay,
  sectionViewings,
  statusBadge,
} from './viewingWords.ts';
