import {
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartData,
  type ChartOptions,
  type ChartType,
  DoughnutController,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
  type TooltipItem,
} from 'chart.js';
import { Bar, Doughnut, Line } from 'react-chartjs-2';
import { matchesMedia, useMediaQuery } from '#web/lib/useMediaQuery.ts';

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
  format(value: number): string;
  /** The colours of the series, or of the slices. */
  tones?: readonly ChartTone[];
}

const isStill = () => matchesMedia('calm');
const SHAPES = ['circle', 'rectRot', 'triangle'] as const;
const DASHES = [[], [7, 4], [2, 3]];
type ChartColors = ReturnType<typeof useColors>;

function shared(colors: ChartColors, format: (value: number) => string) {
  return {
    responsive: true,
    maintainAspectRatio: false,
    animation: isStill() ? (false as const) : { duration: 300 },
    color: colors.text,
    font: colors.font,
    plugins: {
      legend: {
        position: 'bottom' as const,
        labels: { color: colors.text, font: colors.font, usePointStyle: true, boxHeight: 7, padding: 16 },
      },
      tooltip: {
        callbacks: {
          label: ({ dataset, label, raw }: TooltipItem<ChartType>) =>
            ` ${dataset.label ?? label}: ${format(Number(raw))}`,
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
      ticks: { color: colors.text, font: colors.font },
    },
    y: {
      beginAtZero: true,
      grid: { color: colors.grid },
      border: { display: false },
      ticks: {
        color: colors.text,
        font: colors.font,
        precision: 0,
        maxTicksLimit: 6,
        callback: (value: number | string) => format(Number(value)),
      },
    },
  };
}

export function LineChart({ labels, series, format, tones }: ChartProps) {
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
    // A single month is in the middle rather than on the axis.
    scales: { ...scales, x: { ...scales.x, offset: labels.length === 1 } },
  };
  return <Line data={data} options={options} />;
}

export function BarChart({ labels, series, format, tones }: ChartProps) {
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

export function DoughnutChart({ labels, series, format, tones }: ChartProps) {
  const colors = useColors(tones);
  const data: ChartData<'doughnut'> = {
    // The numbers are in the legend: a slice is hard to read off.
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

/** Tokens that stand out from the cards in both schemes; the mango accent does not on white. */
export const toneTokens = {
  primary: '--s-primary',
  warning: '--s-warning',
  info: '--s-info',
  success: '--s-success',
  danger: '--s-danger',
} as const;

export type ChartTone = keyof typeof toneTokens;

/** Colours with distinct shapes, for readers who see few colours. */
const seriesTones: readonly ChartTone[] = ['primary', 'warning', 'info'];

/** A chart's tokens: a canvas knows no custom properties. @param tones of the series, or of the slices */
function useColors(tones: readonly ChartTone[] = seriesTones) {
  // Drawn anew when the scheme changes; the tokens are those of the new one by then.
  useMediaQuery('dark');
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    font: { family: token('--s-font'), size: 12 },
    text: token('--s-text-secondary'),
    grid: token('--s-border'),
    surface: token('--s-surface'),
    tones: tones.map((tone) => token(toneTokens[tone])),
  };
}
