import { t } from './i18n.tsx';

const UNITS = ['KB', 'MB', 'GB', 'TB'] as const;
const STEP = 1_000;

/** '912 bytes', '48.3 MB' */
export function fileSize(bytes: number): string {
  if (bytes < STEP) return t('{bytes} bytes', { bytes });
  let size = bytes / STEP;
  let unit = 0;
  // 999.95 would be shown as 1000.0.
  while (size >= STEP - 0.05 && unit < UNITS.length - 1) {
    size /= STEP;
    unit += 1;
  }
  return `${size.toFixed(1)} ${UNITS[unit]}`;
}
