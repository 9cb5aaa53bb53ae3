export function ReportsPanel() {
  return null;
}
