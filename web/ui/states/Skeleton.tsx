import { Children, type CSSProperties, type ReactNode } from 'react';

interface SkeletonProps {
  width?: CSSProperties['width'];
  height?: CSSProperties['height'];
  className?: string | undefined;
}

/** Stands for content on its way, in its size. Say beside it, for those who cannot see it, what is loading. */
export function Skeleton({ width = '100%', height = '1em', className }: SkeletonProps) {
  return (
    <span
      className={`block max-w-full rounded-[0.375rem] bg-skeleton animate-pulse ${className ?? ''}`}
      style={{ width, height }}
      aria-hidden="true"
    />
  );
}

/** So many of the same: one for each of the rows on their way. */
export function Skeletons({ count, children }: { count: number; children: ReactNode }) {
  return Children.toArray(Array.from({ length: count }, () => children));
}
