export function LicensesPanel() {
  return null;
}
