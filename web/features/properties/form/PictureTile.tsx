import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { GripVertical, RotateCw, Trash2 } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Picture as StoredPicture } from '#web/ui/Picture.tsx';
import styles from './PictureTile.module.css';
import type { Picture } from './pictureList.ts';

interface PictureTileProps {
  picture: Picture;
  /** From 1. */
  position: number;
  onRemove(): void;
  onRetry(): void;
}

/** Dragged by all of itself; to the keyboard its handle moves it. */
export function PictureTile({ picture, position, onRemove, onRetry }: PictureTileProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: picture.id });
  const label = `Image ${position}`;
  return (
    <li
      ref={setNodeRef}
      className={`${styles.tile} ${isDragging ? styles.dragged : ''}`}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <div className={styles.picture} {...listeners}>
        {picture.preview ? (
          <img className={styles.preview} src={picture.preview} alt={label} draggable={false} />
        ) : (
          <StoredPicture src={picture.url} alt={label} sizes="(max-width: 48rem) 33vw, 14rem" />
        )}
      </div>
      <UploadState picture={picture} label={label} onRetry={onRetry} />
      {position === 1 && <span className={styles.cover}>Cover</span>}
      <IconButton
        {...attributes}
        {...listeners}
        ref={setActivatorNodeRef}
        variant="overlay"
        className={styles.handle}
        label={`Move ${label.toLowerCase()}`}
        icon={<GripVertical size={18} aria-hidden="true" />}
      />
      <IconButton
        variant="overlay"
        className={styles.remove}
        label={`Remove ${label.toLowerCase()}`}
        icon={<Trash2 size={18} aria-hidden="true" />}
        onClick={onRemove}
      />
    </li>
  );
}

interface UploadStateProps {
  picture: Picture;
  label: string;
  onRetry(): void;
}

function UploadState({ picture, label, onRetry }: UploadStateProps) {
  if (picture.status === 'stored') return null;
  if (picture.status === 'uploading')
    return (
      <progress
        className={styles.progress}
        max={1}
        value={picture.progress}
        aria-label={`Uploading ${label.toLowerCase()}`}
      />
    );
  return (
    <div className={styles.trouble}>
      <p>{picture.problem ?? 'Waiting for the connection'}</p>
      <Button variant="outlined" aria-label={`Try ${label.toLowerCase()} again`} onClick={onRetry}>
        <RotateCw size={16} aria-hidden="true" />
        Retry
      </Button>
    </div>
  );
}
