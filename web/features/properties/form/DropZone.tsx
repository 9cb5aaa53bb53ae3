import { ImageUp } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { MAX_LISTING_IMAGES } from '#shared/limits.ts';
import styles from './DropZone.module.css';
import { type Picture, totalProgress, uploadsInWords } from './pictures.ts';

interface DropZoneProps {
  pictures: readonly Picture[];
  isDraggedOver: boolean;
  /** Set while something is wrong with the images: the element that says what. */
  problemId: string | undefined;
  onFiles(files: File[]): void;
}

export function DropZone({ pictures, isDraggedOver, problemId, onFiles }: DropZoneProps) {
  const uploading = uploadsInWords(pictures);
  const state = isDraggedOver ? styles.over : uploading ? styles.uploading : '';
  return (
    <label className={`${styles.zone} ${state}`}>
      <input
        className="absolute w-px h-px opacity-0"
        type="file"
        accept="image/*"
        multiple
        aria-label="Choose images"
        aria-invalid={problemId !== undefined}
        aria-describedby={problemId}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
      <ImageUp className="mb-1 text-primary" size={28} strokeWidth={1.75} />
      <strong role="status">
        {isDraggedOver ? 'Let go to add' : (uploading ?? 'Drop images here, or choose them')}
      </strong>
      {uploading ? (
        <progress
          className="w-[min(16rem,100%)] h-2"
          max={1}
          value={totalProgress(pictures)}
          aria-label="Uploading images"
        />
      ) : (
        <span className="text-muted text-sm">Supports PNG, JPG, GIF formats, max 5MB per file</span>
      )}
      <span className="text-muted text-sm">
        {pictures.length} of {MAX_LISTING_IMAGES} images. You can also paste one.
      </span>
    </label>
  );
}

/** Takes files dropped anywhere on the form: beside the drop zone the browser would open them in its place. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isOver, setIsOver] = useState(false);
  return {
    isOver,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setIsOver(true);
      },
      onDragLeave(event: DragEvent) {
        const isWithin =
          event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
        if (!isWithin) setIsOver(false);
      },
      onDrop(event: DragEvent) {
        setIsOver(false);
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}
