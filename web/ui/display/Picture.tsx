import { useLayoutEffect, useRef, useState } from 'react';

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
  const image = useRef<HTMLImageElement>(null);
  // A picture of another server that is not copied yet, which the content policy would block.
  const isOutside = /^https?:/i.test(src ?? '');
  const shown = src && src !== failedSource && !isOutside ? src : FALLBACK_IMAGE;
  // Set once the picture is on the page. React drops elements of a render that it begins anew, and Chromium never frees
  // an element with `srcset`, nor the card around it, that was not on the page.
  useLayoutEffect(() => {
    if (image.current) setSource(image.current, sourceOf(shown, sizes));
  }, [shown, sizes]);
  return (
    <img
      ref={image}
      className={`w-full h-full object-cover bg-skeleton ${className ?? ''}`}
      {...(import.meta.env.SSR && sourceOf(shown, sizes))}
      suppressHydrationWarning
      alt={alt}
      loading={isUrgent ? 'eager' : 'lazy'}
      fetchPriority={isUrgent ? 'high' : 'auto'}
      decoding="async"
      draggable={false}
      onError={() => setFailedSource(shown)}
    />
  );
}

/** Of a stored picture the browser chooses a width; any other source is a file of the page. */
function sourceOf(shown: string, sizes: string) {
  if (!shown.startsWith('/media/')) return { src: shown, srcSet: undefined, sizes: undefined };
  const srcSet = WIDTHS.map((width) => `${shown}?w=${width} ${width}w`).join(', ');
  return { src: `${shown}?w=640`, srcSet, sizes };
}

function setSource(image: HTMLImageElement, { src, srcSet, sizes }: ReturnType<typeof sourceOf>): void {
  for (const [name, value] of Object.entries({ sizes, srcset: srcSet }))
    if (value === undefined) image.removeAttribute(name);
    else if (image.getAttribute(name) !== value) image.setAttribute(name, value);
  // Also where it is the same: a picture in a rendered page may have failed before, and fails again.
  image.src = src;
}
