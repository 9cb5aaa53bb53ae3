export { useOpenReports } from './queries.ts';
export { ReportListing } from './ReportListing.tsx';
export { ReportsPanel } from './ReportsPanel.tsx';
