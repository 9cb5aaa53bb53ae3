export { LicenseNotice } from './LicenseNotice.tsx';
export { LicensesPanel } from './LicensesPanel.tsx';
export { licenseTone } from './licenseTone.ts';
export { useWaitingLicenses } from './queries.ts';
