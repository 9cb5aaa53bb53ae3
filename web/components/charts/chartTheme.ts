/** The tokens a chart draws with, as the page has them now: a canvas knows no custom properties. */
export interface ChartColors {
  text: string;
  grid: string;
  surface: string;
  series: [string, string, string];
}

export function readChartColors(element: Element = document.documentElement): ChartColors {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    text: token('--s-text-secondary'),
    grid: token('--s-border'),
    surface: token('--s-surface'),
    series: [token('--s-primary'), token('--s-accent'), token('--s-info')],
  };
}
