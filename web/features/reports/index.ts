export { ReportListing } from './ReportListing.tsx';
export { ReportsPanel } from './ReportsPanel.tsx';
