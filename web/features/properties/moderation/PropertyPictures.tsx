import { Picture } from '#web/ui/Picture.tsx';
import styles from './Properties.module.css';

/** Specification, part 3 §9. */
const MAX_PICTURES = 8;

export function splitPictures(images: readonly string[]): { shown: readonly string[]; more: number } {
  return { shown: images.slice(0, MAX_PICTURES), more: Math.max(0, images.length - MAX_PICTURES) };
}

/** At most eight pictures; the last one says how many there are beyond (specification, part 3 §2). */
export function PropertyPictures({ images, title }: { images: readonly string[]; title: string }) {
  const { shown, more } = splitPictures(images);
  if (shown.length === 0) return null;
  return (
    <ul className={styles.pictures} aria-label="Images">
      {shown.map((image, index) => (
        <li key={image} className={styles.picture}>
          <Picture src={image} alt={`${title}, image ${index + 1}`} sizes="12rem" />
          {more > 0 && index === shown.length - 1 && <span className={styles.more}>+{more} more</span>}
        </li>
      ))}
    </ul>
  );
}
