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
import { useColorScheme } from '../map/useColorScheme.ts';
import { type ChartColors, readChartColors } from './chartTheme.ts';

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
}

const isStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;
const FONT = { family: '"Plus Jakarta Sans Variable", system-ui, sans-serif', size: 12 };

function useColors(): ChartColors {
  // Drawn anew when the scheme changes; the tokens are those of the new one by then.
  useColorScheme();
  return readChartColors();
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

export function LineChart({ labels, series, format = plain }: ChartProps) {
  const colors = useColors();
  const data: ChartData<'line'> = {
    labels,
    datasets: series.map(({ label, values }, index) => {
      const color = colors.series[index % colors.series.length];
      return {
        label,
        data: values,
        borderColor: color,
        backgroundColor: color,
        borderWidth: 2.5,
        pointRadius: 3,
        pointHoverRadius: 6,
        tension: 0.3,
      };
    }),
  };
  const options: ChartOptions<'line'> = {
    ...shared(colors, format),
    interaction: { mode: 'index', intersect: false },
    scales: axes(colors, format),
  };
  return <Line data={data} options={options} />;
}

export function BarChart({ labels, series, format = plain }: ChartProps) {
  const colors = useColors();
  const data: ChartData<'bar'> = {
    labels,
    datasets: series.map(({ label, values }, index) => ({
      label,
      data: values,
      backgroundColor: colors.series[index % colors.series.length],
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

export function DoughnutChart({ labels, series, format = plain }: ChartProps) {
  const colors = useColors();
  const data: ChartData<'doughnut'> = {
    labels,
    datasets: series.map(({ values }) => ({
      data: values,
      backgroundColor: colors.series,
      borderColor: colors.surface,
      borderWidth: 3,
    })),
  };
  const options: ChartOptions<'doughnut'> = { ...shared(colors, format), cutout: '66%' };
  return <Doughnut data={data} options={options} />;
}
