import { useState } from 'react';

const WIDTHS = [320, 640, 960, 1280, 1920];
const FALLBACK_IMAGE = '/no-picture.svg';

interface PictureProps {
  /** Address of the picture; without it the fallback is shown. */
  src: string | null | undefined;
  alt: string;
  /** The `sizes` attribute: '(max-width: 40rem) 100vw, 25rem'. */
  sizes: string;
  /** Loads at once, for the largest picture of the first screen; all others load lazily. */
  isUrgent?: boolean;
  className?: string | undefined;
}

/** A picture that fills its box. The box must have a size, so that nothing moves when the picture loads. */
export function Picture({ src, alt, sizes, isUrgent = false, className }: PictureProps) {
  const [failedSource, setFailedSource] = useState<string | null>(null);
  // A picture of another server that is not copied yet, which the content policy would block.
  const isOutside = /^https?:/i.test(src ?? '');
  const shown = src && src !== failedSource && !isOutside ? src : FALLBACK_IMAGE;
  const srcSet = shown.startsWith('/media/')
    ? WIDTHS.map((width) => `${shown}?w=${width} ${width}w`).join(', ')
    : undefined;
  return (
    <img
      className={`w-full h-full object-cover bg-skeleton ${className ?? ''}`}
      src={srcSet ? `${shown}?w=640` : shown}
      srcSet={srcSet}
      sizes={srcSet ? sizes : undefined}
      alt={alt}
      loading={isUrgent ? 'eager' : 'lazy'}
      fetchPriority={isUrgent ? 'high' : 'auto'}
      decoding="async"
      draggable={false}
      onError={() => setFailedSource(shown)}
    />
  );
}
