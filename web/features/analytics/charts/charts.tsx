import {
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartData,
  type ChartOptions,
  DoughnutController,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js';
import { Bar, Doughnut, Line } from 'react-chartjs-2';
import { DARK_SCHEME, useMediaQuery } from '#web/lib/useMediaQuery.ts';
import { type ChartColors, type ChartTone, readChartColors, seriesTones } from './chartTheme.ts';

Chart.register(
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  DoughnutController,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
);

export interface Series {
  label: string;
  values: number[];
}

interface ChartProps {
  labels: string[];
  series: Series[];
  /** How a value is written on the axis and in the tip. */
  format?(value: number): string;
  /** The colours of the series, or of the slices. */
  tones?: readonly ChartTone[];
}

const isStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;
const SHAPES = ['circle', 'rectRot', 'triangle'] as const;
const DASHES = [[], [7, 4], [2, 3]];
const FONT = { family: '"Plus Jakarta Sans Variable", system-ui, sans-serif', size: 12 };

function useColors(tones: readonly ChartTone[] = seriesTones): ChartColors {
  // Drawn anew when the scheme changes; the tokens are those of the new one by then.
  useMediaQuery(DARK_SCHEME);
  return readChartColors(tones);
}

function shared(colors: ChartColors, format: (value: number) => string) {
  return {
    responsive: true,
    maintainAspectRatio: false,
    animation: isStill() ? (false as const) : { duration: 300 },
    color: colors.text,
    font: FONT,
    plugins: {
      legend: {
        position: 'bottom' as const,
        labels: { color: colors.text, font: FONT, usePointStyle: true, boxHeight: 7, padding: 16 },
      },
      tooltip: {
        callbacks: {
          label: ({
            dataset,
            label,
            raw,
          }: {
            dataset: { label?: string | undefined };
            label: string;
            raw: unknown;
          }) => ` ${dataset.label ?? label}: ${format(Number(raw))}`,
        },
      },
    },
  };
}

function axes(colors: ChartColors, format: (value: number) => string) {
  return {
    x: {
      grid: { display: false },
      border: { color: colors.grid },
      ticks: { color: colors.text, font: FONT },
    },
    y: {
      beginAtZero: true,
      grid: { color: colors.grid },
      border: { display: false },
      ticks: {
        color: colors.text,
        font: FONT,
        precision: 0,
        maxTicksLimit: 6,
        callback: (value: number | string) => format(Number(value)),
      },
    },
  };
}

const plain = (value: number) => String(value);

export function LineChart({ labels, series, format = plain, tones }: ChartProps) {
  const colors = useColors(tones);
  const data: ChartData<'line'> = {
    labels,
    datasets: series.map(({ label, values }, index) => {
      const color = colors.tones[index % colors.tones.length];
      return {
        label,
        data: values,
        borderColor: color,
        backgroundColor: color,
        borderWidth: 2.5,
        borderDash: DASHES[index % DASHES.length] ?? [],
        pointStyle: SHAPES[index % SHAPES.length] ?? 'circle',
        pointRadius: 4,
        pointHoverRadius: 7,
        // A plain spline dips below zero between two months.
        cubicInterpolationMode: 'monotone' as const,
      };
    }),
  };
  const scales = axes(colors, format);
  const options: ChartOptions<'line'> = {
    ...shared(colors, format),
    interaction: { mode: 'index', intersect: false },
    // A single month stands in the middle rather than on the axis.
    scales: { ...scales, x: { ...scales.x, offset: labels.length === 1 } },
  };
  return <Line data={data} options={options} />;
}

export function BarChart({ labels, series, format = plain, tones }: ChartProps) {
  const colors = useColors(tones);
  const data: ChartData<'bar'> = {
    labels,
    datasets: series.map(({ label, values }, index) => ({
      label,
      data: values,
      backgroundColor: colors.tones[index % colors.tones.length],
      borderRadius: 6,
      maxBarThickness: 36,
    })),
  };
  const base = shared(colors, format);
  const options: ChartOptions<'bar'> = {
    ...base,
    plugins: { ...base.plugins, legend: { display: series.length > 1 } },
    scales: axes(colors, format),
  };
  return <Bar data={data} options={options} />;
}

export function DoughnutChart({ labels, series, format = plain, tones }: ChartProps) {
  const colors = useColors(tones);
  const data: ChartData<'doughnut'> = {
    // The numbers stand in the legend: a slice is hard to read off.
    labels: labels.map((label, index) => `${label}: ${format(series[0]?.values[index] ?? 0)}`),
    datasets: series.map(({ values }) => ({
      data: values,
      backgroundColor: colors.tones,
      borderColor: colors.surface,
      borderWidth: 3,
    })),
  };
  const base = shared(colors, format);
  const options: ChartOptions<'doughnut'> = {
    ...base,
    plugins: { ...base.plugins, tooltip: { callbacks: { label: ({ label }) => ` ${label}` } } },
    cutout: '66%',
  };
  return <Doughnut data={data} options={options} />;
}
