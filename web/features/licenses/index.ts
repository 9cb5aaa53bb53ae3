export { LicenseNotice } from './LicenseNotice.tsx';
export { LicensesPanel } from './LicensesPanel.tsx';
export { licenseTone, useWaitingLicenses, useWaitingOffices } from './licenses.ts';
export { OfficeLicensesPanel } from './OfficeLicensesPanel.tsx';
