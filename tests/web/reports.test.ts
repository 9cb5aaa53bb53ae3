import { describe, expect, test } from 'vitest';
import { newReportBody, reportReasons, reportStatuses } from '#shared/contracts/reports.ts';
import { reportReasonLabel, reportStatusLabel } from '#shared/labels.ts';
import { checkReport, type ReportDraft } from '#web/features/reports/ReportDialog.tsx';
import { acceptText, openReportsText } from '#web/features/reports/ReportsPanel.tsx';

describe('the form', () => {
  const drafts: ReportDraft[] = [
    { reason: '', details: 'Something' },
    { reason: 'other', details: '  ' },
    { reason: 'other', details: 'It is a parking lot' },
    { reason: 'scam', details: '' },
  ];

  test.each(drafts)('says of $reason, "$details" what the server says', (draft) => {
    const parsed = newReportBody.safeParse(draft);
    const issues = parsed.error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];
    expect(checkReport(draft)).toEqual(Object.fromEntries(issues));
  });

  test('there are words for every reason and state, in the contract’s order', () => {
    expect(Object.keys(reportReasonLabel)).toEqual(reportReasons);
    expect(Object.keys(reportStatusLabel)).toEqual(reportStatuses);
  });
});

describe('the admin’s words', () => {
  const listing = { id: 1, title: 'Loft', image: null, status: 'active' as const, agent: null };

  test('say what accepting does', () => {
    expect(acceptText({ ...listing, open_reports: 1 })).toBe(
      'Take Loft down? It disappears from every public page right away. Everyone who reported it will be told.',
    );
    expect(acceptText({ ...listing, open_reports: 3 })).toContain('This closes its 3 open reports.');
    expect(acceptText({ ...listing, status: 'rejected', open_reports: 1 })).toBe(
      'Loft is already hidden and stays hidden. Everyone who reported it will be told.',
    );
  });

  test('count the reports of a listing only where there are several', () => {
    expect(openReportsText({ ...listing, open_reports: 0 })).toBeNull();
    expect(openReportsText({ ...listing, open_reports: 1 })).toBeNull();
    expect(openReportsText({ ...listing, open_reports: 2 })).toBe('2 open reports of this listing');
  });
});
