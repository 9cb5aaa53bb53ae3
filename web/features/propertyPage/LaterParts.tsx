// What a listing's page shows below its first screen: one file to fetch, see lazyParts.ts.
export { LazyAgentMessageModal as AgentMessageModal } from '#web/features/inquiries/index.ts';
export { CostEstimate } from './CostEstimate.tsx';
export { HomeOffers } from './HomeOffers.tsx';
export { ListingHistory } from './ListingHistory.tsx';
export { PrintSheet } from './PrintSheet.tsx';
export { ContactDialog, Sidebar } from './Sidebar.tsx';
export { SimilarProperties } from './SimilarProperties.tsx';
export { VideoLink } from './VideoLink.tsx';
