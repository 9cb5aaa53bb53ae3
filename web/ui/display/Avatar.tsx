import { useState } from 'react';

interface AvatarProps {
  src: string | null | undefined;
  /** Side of the square, in pixels. */
  size: number;
  className?: string | undefined;
}

const SMALLEST_VARIANT = 320;

/** A person's picture or a placeholder. Without alternative text, as the name is beside it. */
export function Avatar({ src, size, className }: AvatarProps) {
  const [failedSource, setFailedSource] = useState<string | null>(null);
  const shown = src && src !== failedSource ? src : null;
  const classes = `avatar ${className ?? ''}`;
  if (!shown)
    return (
      <svg className={classes} width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
        <rect className="fill-primary-soft" width="40" height="40" />
        <circle className="fill-primary" cx="20" cy="15.5" r="6.5" />
        <path className="fill-primary" d="M6.5 40c0-9 5.5-14.5 13.5-14.5S33.5 31 33.5 40Z" />
      </svg>
    );
  return (
    <img
      className={classes}
      src={shown.startsWith('/media/') ? `${shown}?w=${SMALLEST_VARIANT}` : shown}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      onError={() => setFailedSource(shown)}
    />
  );
}
