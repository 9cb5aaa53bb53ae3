import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, type DragEvent, type ReactNode, useState } from 'react';

interface DropZoneProps extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'className' | 'title'> {
  isDraggedOver: boolean;
  isBusy?: boolean;
  icon: LucideIcon;
  title: string;
  /** Read out to screen readers after the uploads. */
  ended?: string;
  /** Below the title: accepted files, or the progress. */
  children: ReactNode;
  onFiles(files: File[]): void;
}

/** A zone to drop or choose files. Other props go to the input. */
export function DropZone(props: DropZoneProps) {
  const { isDraggedOver, isBusy = false, icon: Icon, title, ended = '', children, onFiles, ...input } = props;
  const [wasBusy, setWasBusy] = useState(false);
  if (isBusy && !wasBusy) setWasBusy(true);
  return (
    <>
      <label
        className={`drop-zone ${isDraggedOver ? 'border-solid border-primary' : ''} ${isDraggedOver || isBusy ? 'bg-primary-soft' : ''}`}
      >
        <input
          {...input}
          className="absolute w-px h-px opacity-0"
          type="file"
          onChange={({ target }) => {
            onFiles([...(target.files ?? [])]);
            // Allows choosing the same file again.
            target.value = '';
          }}
        />
        <Icon className="mb-1 text-primary" size={28} strokeWidth={1.75} />
        <strong>{title}</strong>
        {children}
      </label>
      <p className="visuallyHidden" role="status">
        {isBusy ? title : wasBusy && ended}
      </p>
    </>
  );
}

/** Accepts files dropped anywhere on the form, which the browser would otherwise open in place of the page. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isOver, setIsOver] = useState(false);
  return {
    isOver,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!event.dataTransfer.types.includes('Files')) return;
        // A field within the form may have handled them.
        setIsOver(!event.defaultPrevented);
        event.preventDefault();
      },
      onDragLeave(event: DragEvent) {
        const isWithin = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
        if (!isWithin) setIsOver(false);
      },
      onDrop(event: DragEvent) {
        setIsOver(false);
        if (!event.dataTransfer.types.includes('Files') || event.defaultPrevented) return;
        event.preventDefault();
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}
