import { Children, type CSSProperties, type ReactNode } from 'react';

interface SkeletonProps {
  width?: CSSProperties['width'];
  height?: CSSProperties['height'];
  className?: string | undefined;
}

/** A placeholder for loading content of the same size. Needs a text for screen readers beside it. */
export function Skeleton({ width = '100%', height = '1em', className }: SkeletonProps) {
  return <span className={`skeleton ${className ?? ''}`} style={{ width, height }} aria-hidden="true" />;
}

/** A number of equal skeletons. */
export function Skeletons({ count, children }: { count: number; children: ReactNode }) {
  return Children.toArray(Array.from({ length: count }, () => children));
}
