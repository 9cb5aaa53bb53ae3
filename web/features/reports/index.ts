export { ReportListing } from './ReportListing.tsx';
export { ReportsPanel } from './ReportsPanel.tsx';
export { useOpenReports } from './reports.ts';
