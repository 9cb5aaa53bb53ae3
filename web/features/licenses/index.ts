export { LicenseNotice } from './LicenseNotice.tsx';
export { LicensesPanel } from './LicensesPanel.tsx';
export { licenseTone, useWaitingLicenses } from './licenses.ts';
