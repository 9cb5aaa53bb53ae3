import type { ReactNode } from 'react';

const tones = {
  neutral: 'text-muted',
  primary: 'text-primary',
  success: 'text-success',
  warning: 'text-warning',
  danger: 'text-danger',
  info: 'text-info',
};

export type BadgeTone = keyof typeof tones;

/** A short label or count. */
export function Badge({ children, tone = 'neutral' }: { children: ReactNode; tone?: BadgeTone }) {
  return (
    <span
      className={`inline-flex items-center justify-center min-w-6 min-h-6 px-2 rounded-full bg-[color-mix(in_srgb,currentColor_12%,var(--s-surface))] text-xs font-bold leading-none whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  );
}
