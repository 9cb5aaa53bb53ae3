import { useState } from 'react';

const WIDTHS = [320, 640, 960, 1280, 1920];
const FALLBACK_IMAGE = '/no-picture.svg';

interface PictureProps {
  /** Address of the picture; none shows the fallback. */
  src: string | null | undefined;
  alt: string;
  /** How wide it is shown, in the words of the `sizes` attribute: '(max-width: 40rem) 100vw, 25rem'. */
  sizes: string;
  /** The largest thing on the first screen is loaded at once; everything else as it comes near. */
  isUrgent?: boolean;
  className?: string | undefined;
}

/** Fills its box. The box must have a size of its own, so that nothing moves when the picture arrives. */
export function Picture({ src, alt, sizes, isUrgent = false, className }: PictureProps) {
  const [failedSource, setFailedSource] = useState<string | null>(null);
  // One that was not fetched from its server yet: the page's policy would refuse it.
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
