export { LicenseNotice } from './LicenseNotice.tsx';
export { LicensesPanel, OfficeLicensesPanel } from './LicensesPanel.tsx';
export { licenseTone } from './licenses.ts';
