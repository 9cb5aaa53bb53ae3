import { useMutation } from '@tanstack/react-query';
import Papa from 'papaparse';
import { useState } from 'react';
import type { ImportBody, ImportReport } from '#shared/contracts/propertyWrites.ts';
import { readCsvTable } from '#shared/csvTable.ts';
import { type CsvColumn, csvColumns } from '#shared/propertyCsv.ts';
import { ALREADY_APPLIED, ApiFailure, callApi, newClientId } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { readStored, writeStored } from '#web/lib/store.ts';
import { readStoredSession } from '#web/platform/sessionStorage.ts';
import { CsvFileError, type FileText, readChosenFile } from './readFile.ts';
import template from './template.csv?raw';

/** Columns chosen for headings; null: the heading is left out. */
export type Mapping = Record<string, CsvColumn | null>;
/** Cells that were written anew, by row. */
export type Edits = ReadonlyMap<number, Partial<Record<CsvColumn, string>>>;

export interface ChosenFile extends FileText {
  name: string;
  mapping: Mapping;
  edits: Edits;
  report: ImportReport;
  /** Sent with the import: repeated after silence, it adds no listing twice. */
  key: string;
}

/** A chosen file to check, or the same one with other columns or cells. */
type ToCheck = File | Omit<ChosenFile, 'report' | 'key'>;

const bodyOf = ({ format, text, mapping, edits }: Omit<ChosenFile, 'report' | 'key' | 'name'>): ImportBody => ({
  [format]: text,
  mapping,
  edits: [...edits].map(([row, cells]) => ({ row, cells })),
});

/** From a file to listings: it is read, checked by the server, shown and corrected, and only then imported. */
export function useImport(onImported: () => void) {
  const [file, setFile] = useState<ChosenFile>();
  const check = useMutation({
    async mutationFn(given: ToCheck): Promise<ChosenFile> {
      const asked =
        given instanceof File
          ? { ...(await readChosenFile(given)), name: given.name, mapping: rememberedHeadings(), edits: new Map() }
          : given;
      const report = await callApi('propertyTool.import', { body: { ...bodyOf(asked), dry_run: true } });
      return { ...asked, report, key: newClientId() };
    },
    onSuccess(checked) {
      rememberHeadings(checked);
      setFile(checked);
    },
  });
  /** The good rows; where all are good, all of them or none. Answers how many they were. */
  const send = useMutation({
    async mutationFn({ key, report, ...rest }: ChosenFile): Promise<Pick<ImportReport, 'actions' | 'drafts'>> {
      const { counts } = report;
      const body = { ...bodyOf(rest), mode: counts.bad > 0 ? ('good' as const) : ('all' as const) };
      try {
        return await callApi('propertyTool.import', { body }, { idempotencyKey: key });
      } catch (error) {
        if (error instanceof ApiFailure && error.code === ALREADY_APPLIED) return report;
        throw error;
      }
    },
    onSuccess: onImported,
  });
  const startOver = () => {
    check.reset();
    send.reset();
    setFile(undefined);
  };
  return { file, check, send, startOver };
}

export function importFailure({
  check,
  send,
}: Pick<ReturnType<typeof useImport>, 'check' | 'send'>): string | null {
  if (send.error) return failureSentence(send.error, t('The properties could not be imported. Please try again.'));
  if (check.error instanceof CsvFileError) return check.error.message;
  return check.error && failureSentence(check.error, t('The file could not be checked. Please try again.'));
}

const headingsKey = () => `silong_import_headings_${readStoredSession()?.user.id}`;
/** More than the files of one office have. */
const MOST_REMEMBERED = 200;

/** The columns that this agent chose for headings of earlier files. */
export function rememberedHeadings(): Mapping {
  const stored = readStored('localStorage', headingsKey());
  if (typeof stored !== 'object' || stored === null) return {};
  const isColumn = (column: unknown): column is CsvColumn | null =>
    column === null || csvColumns.some((name) => name === column);
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, CsvColumn | null] => isColumn(entry[1])),
  );
}

function rememberHeadings({ mapping, report }: ChosenFile): void {
  const chosen = report.columns.headings.flatMap(({ heading, is_chosen }) => (is_chosen ? [heading] : []));
  if (chosen.length === 0) return;
  const all = { ...rememberedHeadings(), ...mapping };
  writeStored('localStorage', headingsKey(), Object.fromEntries(Object.entries(all).slice(-MOST_REMEMBERED)));
}

/** Spreadsheets recognise UTF-8 by it. */
const BYTE_ORDER_MARK = '\uFEFF';

export const templateCsv = () => BYTE_ORDER_MARK + template.trimEnd();

/**
 * The headings and the given rows (as spreadsheets count) of a CSV file: the rows left to be corrected, word for word but
 * for the cells that were corrected already.
 */
export function pickRows(
  { text, edits, report: { columns, table } }: Pick<ChosenFile, 'text' | 'edits' | 'report'>,
  rows: readonly number[],
): string {
  const { lines, separator } = readCsvTable(text);
  const headings = [...(lines[(table?.headings_row ?? 1) - 1] ?? [])];
  const placeOf = (column: CsvColumn) => {
    const at = columns.headings.findIndex((heading) => heading.column === column);
    return at < 0 ? headings.indexOf(column) : at;
  };
  for (const row of rows)
    for (const column of csvColumns)
      if (edits.get(row)?.[column] !== undefined && placeOf(column) < 0) headings.push(column);
  const picked = rows.map((row) => {
    const cells = [...(lines[row - 1] ?? [])];
    for (const column of csvColumns) {
      const mended = edits.get(row)?.[column];
      if (mended !== undefined) cells[placeOf(column)] = mended;
    }
    return Array.from(cells, (cell) => cell ?? '');
  });
  return BYTE_ORDER_MARK + Papa.unparse([headings, ...picked], { delimiter: separator, newline: '\r\n' });
}
