/** Tokens that stand out from the cards in both schemes; the mango accent does not on white. */
const toneTokens = {
  primary: '--s-primary',
  warning: '--s-warning',
  info: '--s-info',
  success: '--s-success',
  danger: '--s-danger',
} as const;

export type ChartTone = keyof typeof toneTokens;

/** Told apart by people who see few colours too, when each also has a shape of its own. */
export const seriesTones: readonly ChartTone[] = ['primary', 'warning', 'info'];

/** The tokens a chart draws with, as the page has them now: a canvas knows no custom properties. */
export interface ChartColors {
  text: string;
  grid: string;
  surface: string;
  tones: string[];
}

/** @param tones in the order of the series, or of the slices. */
export function readChartColors(tones: readonly ChartTone[]): ChartColors {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: token('--s-text-secondary'),
    grid: token('--s-border'),
    surface: token('--s-surface'),
    tones: tones.map((tone) => token(toneTokens[tone])),
  };
}
