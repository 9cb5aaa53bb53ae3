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
      className={`relative aspect-4/3 overflow-hidden border border-line rounded-md bg-sunken max-sm:aspect-square ${styles.tile} ${isDragging ? `z-1 shadow-lg opacity-90 ${styles.dragged}` : ''}`}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <div className={`w-full h-full cursor-grab select-none ${styles.picture}`} {...listeners}>
        {picture.preview ? (
          <img className="w-full h-full object-cover" src={picture.preview} alt={label} draggable={false} />
        ) : (
          <StoredPicture src={picture.url} alt={label} sizes="(max-width: 48rem) 33vw, 14rem" />
        )}
      </div>
      <UploadState picture={picture} label={label} onRetry={onRetry} />
      {position === 1 && (
        <span
          className={`absolute bottom-1.5 left-1.5 py-0.5 px-2 rounded-full bg-primary text-on-primary text-xs font-bold ${styles.cover}`}
        >
          Cover
        </span>
      )}
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
        className="absolute right-2 bottom-2 left-2 w-auto h-2"
        max={1}
        value={picture.progress}
        aria-label={`Uploading ${label.toLowerCase()}`}
      />
    );
  return (
    <div
      className={`absolute inset-0 grid justify-items-center content-end gap-1 p-2 bg-[color-mix(in_srgb,var(--s-surface)_82%,transparent)] text-[0.8125rem] font-[550] leading-[1.3] text-center ${styles.trouble}`}
    >
      <p>{picture.problem ?? 'Waiting for the connection'}</p>
      <Button variant="outlined" aria-label={`Try ${label.toLowerCase()} again`} onClick={onRetry}>
        <RotateCw size={16} aria-hidden="true" />
        Retry
      </Button>
    </div>
  );
}
