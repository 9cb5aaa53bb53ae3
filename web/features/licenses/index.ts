export { LicenseNotice } from './LicenseNotice.tsx';
export { LicensesPanel } from './LicensesPanel.tsx';
export { licenseTone } from './licenses.ts';
export { OfficeLicensesPanel } from './OfficeLicensesPanel.tsx';
