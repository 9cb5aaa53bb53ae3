export { ViewingsTab } from './calendar/ViewingsTab.tsx';
export { NextViewing } from './NextViewing.tsx';
export { useViewingUpdates, viewingsQuery } from './queries.ts';
export { RequestViewingButton } from './RequestViewingButton.tsx';
export { ViewingCard } from './ViewingCard.tsx';
export { ViewingsPanel } from './ViewingsPanel.tsx';
export { isUpcoming, sectionViewings } from './viewingSides.ts';
export { dayParts, formatViewingHour, manilaDay, nearDay } from './viewingTimes.ts';
