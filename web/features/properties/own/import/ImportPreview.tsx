import { CircleAlert, CircleCheck, CircleHelp, Info, Pencil } from 'lucide-react';
import { type FormEvent, Fragment, useEffect, useRef, useState } from 'react';
import type {
  ImportHeading,
  ImportIssue,
  ImportNote,
  ImportReport,
  ImportRow,
} from '#shared/contracts/propertyWrites.ts';
import { msg } from '#shared/messages.ts';
import {
  type CsvColumn,
  csvColumnLabels,
  csvColumns,
  listColumns,
  requiredCsvColumns,
} from '#shared/propertyCsv.ts';
import { TextArea, TextInput } from '#web/forms/fields.tsx';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { NativeSelect } from '#web/ui/controls/Field.tsx';
import { PillGroup } from '#web/ui/controls/PillGroup.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import type { ChosenFile, Mapping } from './useImport.ts';

type ToCheck = Omit<ChosenFile, 'report' | 'key'>;

interface ImportPreviewProps {
  file: ChosenFile;
  /** It is being imported. */
  isBusy: boolean;
  isChecking: boolean;
  onCheck(next: ToCheck): void;
  onImport(): void;
  onStartOver(): void;
}

/** A question of a row, as it was answered. */
const questionKey = ({ row }: ImportRow, { message }: ImportNote) => `${row} ${message}`;

const needsLook = ({ issues, notes }: ImportRow) => issues.length + notes.length > 0;

export function ImportPreview({ file, isBusy, isChecking, onCheck, onImport, onStartOver }: ImportPreviewProps) {
  const { name, report } = file;
  const { problems, rows, counts } = report;
  const { good, bad } = counts;
  const { create, update } = report.actions;
  const missing = report.columns.leftOut.map(columnName).join(', ');
  const toLookAt = rows.filter(needsLook).length;
  const [isShort, setIsShort] = useState(toLookAt > 0);
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const [isAsking, setIsAsking] = useState(false);
  const questions = rows.flatMap((row) =>
    row.notes.flatMap((note) => (note.is_question ? [questionKey(row, note)] : [])),
  );
  const open = questions.filter((question) => !answered.has(question));
  const answer = (given: readonly string[]) => setAnswered(new Set([...answered, ...given]));
  const importLabel = bad === 0 ? t('Import All ({good})', { good }) : t('Import Valid Rows ({good})', { good });
  return (
    <>
      <p className="wrap-anywhere">
        <strong>{name}</strong>
        {problems.length === 0 && ` · ${summaryOf(counts)}`}
      </p>
      {good > 0 && <p>{planOf(report)}</p>}
      <UnknownHeadings key={JSON.stringify(report.columns.headings)} {...{ file, isChecking, onCheck }} />
      {problems.length === 0 && (
        <>
          <ColumnNotes {...report.columns} />
          {toLookAt > 0 && toLookAt < rows.length && (
            <PillGroup
              legend={t('Show')}
              isLegendHidden
              pills={[
                {
                  id: 'bad',
                  label:
                    toLookAt === bad
                      ? t('Problems ({bad})', { bad })
                      : t('To check ({count})', { count: toLookAt }),
                },
                { id: 'all', label: t('All rows ({rows})', { rows: counts.rows }) },
              ]}
              chosen={isShort ? 'bad' : 'all'}
              onPress={(id) => setIsShort(id === 'bad')}
            />
          )}
          <RowsTable {...{ file, isChecking, answered, answer, onCheck }} isShort={isShort && toLookAt > 0} />
          {missing && (
            <p className="text-muted text-sm wrap-anywhere">
              {t('Missing columns, filled with the form’s defaults: {columns}', { columns: missing })}
            </p>
          )}
        </>
      )}
      <Notice kind="info">
        {isAsking &&
          open.length > 0 &&
          t(
            '{count, plural, one {# question is} other {# questions are}} still open. Import the rows as they are read?',
            {
              count: open.length,
            },
          )}
      </Notice>
      <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
        <Button variant="outlined" disabled={isBusy} onClick={onStartOver}>
          {t('Choose Another File')}
        </Button>
        {isAsking && open.length > 0 ? (
          <Button
            disabled={isBusy || isChecking}
            onClick={() => {
              answer(open);
              onImport();
            }}
          >
            {t('Import as Read')}
          </Button>
        ) : (
          create + update > 0 && (
            <Button
              disabled={isBusy || isChecking}
              onClick={() => {
                setIsAsking(open.length > 0);
                if (open.length > 0) setIsShort(true);
                else onImport();
              }}
            >
              {isBusy ? t('Importing...') : importLabel}
            </Button>
          )
        )}
      </div>
    </>
  );
}

const summaryOf = ({ rows, bad }: ImportReport['counts']) =>
  bad === 0
    ? t('{rows, plural, one {# property} other {# properties}} found, no problems', { rows })
    : t(
        '{rows, plural, one {# property} other {# properties}} found, {bad, plural, one {# row} other {# rows}} with problems',
        { rows, bad },
      );

export const planOf = ({ actions, drafts }: Pick<ImportReport, 'actions' | 'drafts'>) =>
  [
    t('{create} new, {update} changed, {unchanged} as they are', actions),
    drafts > 0 &&
      t('{drafts, plural, one {# draft without a photo} other {# drafts without a photo}}', { drafts }),
  ]
    .filter(Boolean)
    .join(' · ');

const isUnknown = ({ heading, column, is_information, is_chosen }: ImportHeading) =>
  heading !== '' && !is_information && (column === null || is_chosen);

const IGNORED = '';

/** The person says which column each unknown heading is. */
function UnknownHeadings({
  file,
  isChecking,
  onCheck,
}: Pick<ImportPreviewProps, 'file' | 'isChecking' | 'onCheck'>) {
  const { headings } = file.report.columns;
  const [chosen, setChosen] = useState<Record<string, CsvColumn | ''>>({});
  const unknown = [...new Map(headings.filter(isUnknown).map((one) => [one.heading, one])).values()];
  if (unknown.length === 0) return null;
  const columnFor = ({ heading, column, is_chosen, suggestion }: ImportHeading) =>
    chosen[heading] ?? column ?? (is_chosen ? IGNORED : (suggestion ?? IGNORED));
  const taken = new Set(headings.flatMap((one) => (isUnknown(one) ? [] : [one.column])));
  const free = csvColumns.filter((name) => !taken.has(name) || name === 'address' || listColumns.includes(name));
  const options = [
    { value: IGNORED as CsvColumn | '', label: t('Leave out') },
    ...free.map((name) => ({ value: name, label: t(csvColumnLabels[name]) })),
  ];
  const isOther = unknown.some((one) => columnFor(one) !== (one.column ?? IGNORED));
  const use = (event: FormEvent) => {
    event.preventDefault();
    const mapping: Mapping = Object.fromEntries(unknown.map((one) => [one.heading, columnFor(one) || null]));
    onCheck({ ...file, mapping: { ...file.mapping, ...mapping } });
  };
  return (
    <details
      className="border border-line rounded-md"
      open={file.report.problems.length > 0 || unknown.some(({ suggestion }) => suggestion !== null)}
    >
      <summary className="py-3 px-4 cursor-pointer font-semibold">
        {unknown.every((one) => one.is_chosen)
          ? t('{count, plural, one {# column} other {# columns}} matched by you', { count: unknown.length })
          : t('{count, plural, one {# column} other {# columns}} to match', { count: unknown.length })}
      </summary>
      <form className="grid gap-4 pt-1 px-4 pb-4" onSubmit={use}>
        <p className="text-muted text-sm">
          {t('Say what these columns of the file hold. It is remembered for your next file.')}
        </p>
        <div className="grid gap-4 grid-cols-2 max-sm:grid-cols-1">
          {unknown.map((one) => (
            <NativeSelect
              key={one.heading}
              label={one.heading}
              className="min-w-0 wrap-anywhere"
              value={columnFor(one)}
              options={options}
              onChange={(value) => setChosen({ ...chosen, [one.heading]: value })}
            />
          ))}
        </div>
        <div>
          <Button type="submit" variant="outlined" disabled={isChecking || !isOther} aria-busy={isChecking}>
            {isChecking ? t('Checking…') : t('Use These Columns')}
          </Button>
        </div>
      </form>
    </details>
  );
}

function ColumnNotes({ unknown, headings }: ImportReport['columns']) {
  const ignored = unknown.join(', ');
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z]+/g, '_');
  const read = headings
    .flatMap(({ heading, column }) =>
      column && plain(heading) !== column && heading !== t(csvColumnLabels[column])
        ? [`${heading} → ${t(csvColumnLabels[column])}`]
        : [],
    )
    .join(', ');
  if (!ignored && !read) return null;
  return (
    <ul className="text-muted grid gap-1 text-sm wrap-anywhere">
      {read && <li>{t('Columns read: {columns}', { columns: read })}</li>}
      {ignored && <li>{t('Ignored columns: {columns}', { columns: ignored })}</li>}
    </ul>
  );
}

const rowClass = 'border-t border-line max-md:grid max-md:grid-cols-[3rem_1fr] max-md:first:border-t-0';
const cellClass = 'py-2 px-3 text-left align-top';

interface RowsTableProps extends Pick<ImportPreviewProps, 'file' | 'isChecking' | 'onCheck'> {
  isShort: boolean;
  answered: ReadonlySet<string>;
  answer(questions: readonly string[]): void;
}

function RowsTable({ file, isChecking, isShort, answered, answer, onCheck }: RowsTableProps) {
  const { rows } = file.report;
  const [mending, setMending] = useState<number | null>(null);
  const [checked, setChecked] = useState<number | null>(null);
  const table = useRef<HTMLElement>(null);
  const shown = isShort ? rows.filter((row) => needsLook(row) || row.row === mending) : rows;
  const outcome = checked === null || isChecking ? undefined : rows.find(({ row }) => row === checked);
  const isMended = outcome !== undefined && outcome.issues.length === 0;
  useEffect(() => {
    if (!isMended) return;
    setMending(null);
    table.current?.focus();
  }, [isMended]);
  return (
    <>
      <p className="visuallyHidden" role="status">
        {outcome &&
          (isMended
            ? t('Row {row} can be imported now.', { row: outcome.row })
            : t('Row {row} still has problems.', { row: outcome.row }))}
      </p>
      <section
        ref={table}
        // On a phone, a row that is being corrected would not fit.
        className={`max-h-[min(24rem,38dvh)] ${mending === null ? '' : 'max-md:max-h-none'} relative overflow-auto border border-line rounded-md focus-visible:-outline-offset-3`}
        aria-label={t('Rows of the file')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
      >
        <table className="w-full border-collapse text-sm leading-[1.45] max-md:block">
          <thead className="max-md:hidden">
            <tr>
              {[t('Row'), t('Property'), t('Result')].map((heading) => (
                <th
                  key={heading}
                  scope="col"
                  className={`${cellClass} sticky top-0 z-1 bg-sunken text-muted font-semibold`}
                >
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-md:block">
            {shown.map((row) => (
              <Fragment key={row.row}>
                <tr className={`${rowClass} ${row.issues.length > 0 ? 'bg-danger/5' : ''}`}>
                  <th scope="row" className={`${cellClass} w-14 text-muted tabular-nums font-medium`}>
                    {row.row}
                  </th>
                  <td className={`${cellClass} w-[40%] max-md:w-auto`}>
                    <strong className="block font-semibold wrap-anywhere">{row.title || t('No title')}</strong>
                    <span className="text-muted wrap-anywhere">
                      {[row.city, priceOf(row)].filter(Boolean).join(' · ')}
                    </span>
                  </td>
                  {/* The fault wraps below its row, where there is no room beside it. */}
                  <td className={`${cellClass} max-md:col-start-2 max-md:pt-0`}>
                    <div className="grid gap-1.5 justify-items-start">
                      <RowPlan row={row} />
                      <Issues issues={row.issues} />
                      <Notes row={row} answered={answered} onAnswer={answer} />
                      <Readings row={row} />
                      {needsLook(row) && row.row !== mending && (
                        <Button
                          variant="outlined"
                          size="small"
                          aria-label={t('Correct row {row}', { row: row.row })}
                          onClick={() => {
                            setChecked(null);
                            setMending(row.row);
                          }}
                        >
                          <Pencil size={15} />
                          {t('Correct')}
                        </Button>
                      )}
                    </div>
                  </td>
                </tr>
                {row.row === mending && (
                  <tr className="max-md:block">
                    <td className="pt-1 px-3 pb-4 max-md:block" colSpan={3}>
                      <RowEditor
                        row={row}
                        isChecking={isChecking}
                        onCancel={() => setMending(null)}
                        onMend={(cells) => {
                          setChecked(row.row);
                          const edits = new Map(file.edits).set(row.row, { ...file.edits.get(row.row), ...cells });
                          onCheck({ ...file, edits });
                        }}
                      />
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

const figuresOf = (text: string) => text.replace(/php|[₱,\s]/gi, '').replace(/\.0+$/, '');

/** The price as it was read; with the cell, where it says it otherwise. */
function priceOf({ price, read }: ImportRow): string {
  const amount = read.find(({ column }) => column === 'price')?.read;
  if (!amount) return price;
  return figuresOf(amount) === figuresOf(price) ? amount : `${price} → ${amount}`;
}

interface RowEditorProps {
  row: ImportRow;
  isChecking: boolean;
  onMend(cells: Partial<Record<CsvColumn, string>>): void;
  onCancel(): void;
}

/** The cells of a row that has a problem, to be written anew and checked at once. */
function RowEditor({ row, isChecking, onMend, onCancel }: RowEditorProps) {
  const { cells, issues, notes } = row;
  const named = [...issues, ...notes].flatMap(({ column }) => column ?? []);
  const [isWhole, setIsWhole] = useState(named.length === 0 || issues.some(({ column }) => column === null));
  const [texts, setTexts] = useState<Partial<Record<CsvColumn, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);
  const isShown = (column: CsvColumn) =>
    named.includes(column) ||
    (isWhole && (cells[column] !== undefined || requiredCsvColumns.some((required) => required === column)));
  const check = (event: FormEvent) => {
    event.preventDefault();
    onMend(issues.some(({ column }) => column === null) ? { ...cells, ...texts } : texts);
  };
  return (
    <form ref={form} className="grid gap-3" aria-label={t('Row {row}', { row: row.row })} onSubmit={check}>
      <div className="grid gap-3 grid-cols-2 max-sm:grid-cols-1">
        {csvColumns.filter(isShown).map((column) => {
          const problem = issues.find((issue) => issue.column === column)?.message;
          const field = {
            label: t(csvColumnLabels[column]),
            value: texts[column] ?? cells[column] ?? '',
            problem,
            hint: notes.find((note) => note.column === column)?.message,
            onChange: (text: string) => setTexts({ ...texts, [column]: text }),
          };
          return column === 'description' || listColumns.includes(column) ? (
            <TextArea key={column} {...field} rows={2} />
          ) : (
            <TextInput key={column} {...field} autoComplete="off" />
          );
        })}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" disabled={isChecking} aria-busy={isChecking}>
          {isChecking ? t('Checking…') : t('Check Again')}
        </Button>
        {!isWhole && (
          <Button variant="outlined" size="small" onClick={() => setIsWhole(true)}>
            {t('All Cells')}
          </Button>
        )}
        <Button variant="plain" size="small" onClick={onCancel}>
          {t('Close')}
        </Button>
      </div>
    </form>
  );
}

const actionWords = { create: msg('New'), update: msg('Changed'), unchanged: msg('As it is') };
const NEW_DRAFT = msg('New draft: it has no photo');

function RowPlan({ row: { action, draft, changes } }: { row: ImportRow }) {
  if (action === 'refuse') return null;
  return (
    <span className={`flex gap-2 font-semibold ${action === 'unchanged' ? 'text-muted' : 'text-success'}`}>
      <CircleCheck className="flex-none mt-[0.15rem]" size={16} />
      <span className="min-w-0 wrap-anywhere">
        {t(draft ? NEW_DRAFT : actionWords[action])}
        {changes.length > 0 && (
          <span className="text-muted font-normal"> · {changes.map(columnName).join(', ')}</span>
        )}
      </span>
    </span>
  );
}

const isColumn = (name: string): name is CsvColumn => csvColumns.some((column) => column === name);

/** A column as the form calls its field. */
const columnName = (name: string) => (isColumn(name) ? t(csvColumnLabels[name]) : name);

const Column = ({ name }: { name: string | null }) =>
  name && <span className="py-0.25 px-1.5 rounded-[0.25rem] bg-sunken text-caption">{columnName(name)}</span>;

function Issues({ issues }: { issues: readonly ImportIssue[] }) {
  if (issues.length === 0) return null;
  return (
    <ul className="grid gap-1">
      {issues.map(({ column, message }) => (
        <li className="flex gap-2" key={`${column} ${message}`}>
          <CircleAlert className="flex-none mt-[0.15rem] text-danger" size={16} />
          <span className="wrap-anywhere">
            <Column name={column} /> {message}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface NotesProps extends Pick<RowsTableProps, 'answered'> {
  row: ImportRow;
  onAnswer: RowsTableProps['answer'];
}

function Notes({ row, answered, onAnswer }: NotesProps) {
  if (row.notes.length === 0) return null;
  return (
    <ul className="grid gap-1">
      {row.notes.map((note) => {
        const question = questionKey(row, note);
        const isOpen = note.is_question && !answered.has(question);
        const Icon = isOpen ? CircleHelp : Info;
        return (
          <li className="flex gap-2" key={question}>
            <Icon className={`flex-none mt-[0.15rem] ${isOpen ? 'text-warning' : 'text-info'}`} size={16} />
            <span className="min-w-0 wrap-anywhere">
              <Column name={note.column} /> {note.message}{' '}
              {isOpen && (
                <Button
                  variant="outlined"
                  size="small"
                  aria-label={t('Keep row {row} as it is read', { row: row.row })}
                  onClick={() => onAnswer([question])}
                >
                  {t('Keep')}
                </Button>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Cells that were understood in other words than the file has; the price stands beside the city. */
function Readings({ row: { read } }: { row: ImportRow }) {
  const readings = read.filter(({ column }) => column !== 'price');
  if (readings.length === 0) return null;
  return (
    <ul className="grid gap-0.5 text-muted">
      {readings.map(({ column, given, read: meant }) => (
        <li className="wrap-anywhere" key={`${column} ${given}`}>
          <Column name={column} /> <bdi>{given}</bdi> → <bdi>{meant}</bdi>
        </li>
      ))}
    </ul>
  );
}
