import { useEffect, useRef } from 'react';
import { Picture } from '#web/ui/Picture.tsx';
import styles from './GalleryThumbnails.module.css';

interface GalleryThumbnailsProps {
  images: string[];
  index: number;
  onShow(index: number): void;
}

/** Every picture, small, in a row that scrolls; the current one stays in sight. */
export function GalleryThumbnails({ images, index, onShow }: GalleryThumbnailsProps) {
  const row = useRef<HTMLUListElement>(null);

  useEffect(() => {
    const box = row.current;
    const item = box?.children[index];
    if (!box || !(item instanceof HTMLElement)) return;
    // Only the row is scrolled: scrollIntoView would move the page too.
    box.scrollTo({ left: item.offsetLeft - (box.clientWidth - item.offsetWidth) / 2 });
  }, [index]);

  return (
    <ul ref={row} className={`relative flex gap-2 ${styles.row}`} aria-label="Thumbnails">
      {images.map((src, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a listing may show the same picture twice
        <li key={at} className="flex-none first:ml-auto last:mr-auto">
          <button
            type="button"
            className={styles.thumbnail}
            aria-label={`Show image ${at + 1}`}
            aria-current={at === index}
            onClick={() => onShow(at)}
          >
            <Picture src={src} alt="" sizes="6rem" />
          </button>
        </li>
      ))}
    </ul>
  );
}
