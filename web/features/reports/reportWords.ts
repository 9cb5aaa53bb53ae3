import type { AdminReport } from '#shared/contracts/reports.ts';

type Reported = AdminReport['property'];

/** What accepting does, asked before it is done. */
export function acceptText({ title, status, open_reports }: Reported): string {
  const settles =
    open_reports > 1
      ? `Its ${open_reports} open reports are settled with it, and everyone who reported it is told.`
      : 'Whoever reported it is told.';
  return status === 'active'
    ? `Take ${title} off? It disappears from every public page at once. ${settles}`
    : `${title} is hidden already, and stays so. ${settles}`;
}

/** Said beside a listing that was reported by several people; null of a single report. */
export function countWords({ open_reports }: Reported): string | null {
  return open_reports > 1 ? `${open_reports} open reports of this listing` : null;
}
