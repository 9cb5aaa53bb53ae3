import { type ReactNode, Suspense, useId, useState } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import type { ChartTone, Series } from './charts.tsx';

const charts = {
  line: lazyWithRetry(async () => (await import('./charts.tsx')).LineChart),
  bar: lazyWithRetry(async () => (await import('./charts.tsx')).BarChart),
  doughnut: lazyWithRetry(async () => (await import('./charts.tsx')).DoughnutChart),
};

const cell = 'p-2 border-b border-b-line text-right whitespace-nowrap first:text-left';
const head = 'sticky top-0 bg-surface text-muted font-semibold';

interface ChartCardProps {
  title: string;
  text?: string;
  kind: keyof typeof charts;
  /** The heading of the labels: 'Month'. */
  labelName: string;
  labels: string[];
  series: Series[];
  /** Short, on the axis. */
  format?(value: number): string;
  /** In full, in the table. */
  formatFull?(value: number): string;
  tones?: readonly ChartTone[];
  /** Replaces a chart of zeros; without it the empty axes are drawn. */
  emptyText?: string;
  /** The place is kept, in the size of the coming content. */
  isLoading?: boolean;
  action?: ReactNode;
}

/** A chart with its table, for screen readers and for readers of the numbers. */
export function ChartCard(props: ChartCardProps) {
  const { title, text, kind, labelName, labels, series, tones, emptyText, isLoading = false, action } = props;
  const { format = String, formatFull = format } = props;
  const id = useId();
  const [isTable, setIsTable] = useState(false);
  const Drawn = charts[kind];
  const isEmpty = emptyText !== undefined && series.every(({ values }) => values.every((value) => value === 0));
  return (
    <section className="min-w-0 p-6 panel shadow-sm max-sm:p-4" aria-labelledby={id}>
      <header className="flex flex-wrap items-start justify-between gap-y-1 gap-x-3 mb-4">
        <div>
          <h3 id={id} className="text-lg">
            {title}
          </h3>
          {text && <p className="mt-1 text-muted text-sm">{text}</p>}
        </div>
        <div className="flex items-center -my-2 -mx-3">
          {action}
          <button
            type="button"
            className="link-btn text-sm whitespace-nowrap aria-pressed:bg-primary-soft disabled:opacity-60"
            aria-pressed={isTable}
            disabled={isLoading}
            onClick={() => setIsTable(!isTable)}
          >
            {t('Show numbers')}
          </button>
        </div>
      </header>
      <div className="relative h-72 max-sm:h-60">
        {!isTable && (
          <div className="absolute inset-0" aria-hidden="true">
            {isLoading ? (
              <Skeleton height="100%" />
            ) : isEmpty ? (
              <p className="grid place-items-center h-full text-muted text-center">{emptyText}</p>
            ) : (
              <Suspense fallback={<Skeleton height="100%" />}>
                <Drawn labels={labels} series={series} format={format} {...(tones ? { tones } : {})} />
              </Suspense>
            )}
          </div>
        )}
        <div className={isTable ? 'h-full overflow-auto' : 'visuallyHidden'} tabIndex={isTable ? 0 : undefined}>
          <table className="w-full border-collapse text-sm tabular-nums">
            <caption className="visuallyHidden">{title}</caption>
            <thead>
              <tr>
                {[labelName, ...series.map(({ label }) => label)].map((label) => (
                  <th key={label} scope="col" className={`${cell} ${head}`}>
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {labels.map((label, row) => (
                <tr key={label}>
                  <th scope="row" className={cell}>
                    {label}
                  </th>
                  {series.map(({ label: name, values }) => (
                    <td key={name} className={cell}>
                      {formatFull(values[row] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </section>
  );
}
