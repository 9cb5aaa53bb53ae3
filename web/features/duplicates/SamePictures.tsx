import { useState } from 'react';
import type { DuplicatePair } from '#shared/contracts/duplicates.ts';
import { Button } from '#web/ui/Button.tsx';
import { Picture } from '#web/ui/Picture.tsx';
import styles from './Duplicates.module.css';

const SHOWN_AT_FIRST = 4;

/** Pictures of both that look the same, each beside the other. */
export function SamePictures({ pictures }: { pictures: DuplicatePair['same_pictures'] }) {
  const [isWhole, setIsWhole] = useState(false);
  if (pictures.length === 0) return null;
  const shown = isWhole ? pictures : pictures.slice(0, SHOWN_AT_FIRST);
  return (
    <div className={styles.same}>
      <ul className={styles.pictures} aria-label="Pictures that look the same">
        {shown.map(({ older, newer }, at) => (
          <li key={older} className={styles.twins}>
            <Picture src={older} alt={`Older listing, picture ${at + 1}`} sizes="10rem" />
            <Picture src={newer} alt={`Newer listing, picture ${at + 1}`} sizes="10rem" />
          </li>
        ))}
      </ul>
      {shown.length < pictures.length && (
        <Button variant="plain" onClick={() => setIsWhole(true)}>
          Show {pictures.length - shown.length} more
        </Button>
      )}
    </div>
  );
}
