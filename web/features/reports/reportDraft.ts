import type { ReportReason } from '#shared/contracts/reports.ts';

export interface ReportDraft {
  reason: ReportReason | '';
  details: string;
}

/** As the call has it; checked here so that nobody waits for the server to hear it. */
export function checkReport({ reason, details }: ReportDraft): Partial<Record<keyof ReportDraft, string>> {
  if (reason === '') return { reason: 'Please choose a reason' };
  return reason === 'other' && details.trim() === '' ? { details: 'Please say what is wrong' } : {};
}
