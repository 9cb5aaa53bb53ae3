import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { GripVertical, ImagePlus, ImageUp, RotateCw, Trash2, X } from 'lucide-react';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { MAX_LISTING_IMAGES } from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';
import { AddEntry } from '#web/forms/AddEntry.tsx';
import { DropZone } from '#web/forms/DropZone.tsx';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import { Picture as StoredPicture } from '#web/ui/display/Picture.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import styles from './form.module.css';
import { type Picture, totalProgress, uploadsInWords } from './pictures.ts';
import type { PictureShelf } from './usePictures.ts';
import type { PropertyForm } from './usePropertyForm.ts';

const ADDRESS_START = 'https://';

/** Added by drop, choice, paste or address; put in order by dragging or the keyboard. */
export function ImagesField({ form, isDraggedOver }: { form: PropertyForm; isDraggedOver: boolean }) {
  const { control, imagesProblem, shelf, addImageUrl } = form;
  const { field, fieldState } = useController({ control, name: 'newImageUrl' });
  const problemId = useId();
  const uploading = uploadsInWords(shelf.pictures);

  return (
    <>
      <DropZone
        accept="image/*"
        multiple
        aria-label={t('Choose images')}
        aria-invalid={imagesProblem !== undefined}
        aria-describedby={imagesProblem ? problemId : undefined}
        isDraggedOver={isDraggedOver}
        isBusy={uploading !== null}
        icon={ImageUp}
        title={isDraggedOver ? t('Let go to add') : (uploading ?? t('Drop images here, or choose them'))}
        onFiles={shelf.addFiles}
      >
        {uploading ? (
          <progress
            className="w-[min(16rem,100%)] h-2"
            max={1}
            value={totalProgress(shelf.pictures)}
            aria-label={t('Uploading images')}
          />
        ) : (
          <span className="text-muted text-sm">{t('Supports PNG, JPG, GIF formats, max 5MB per file')}</span>
        )}
        <span className="text-muted text-sm">
          {t('{count} of {maximum} images. You can also paste one.', {
            count: shelf.pictures.length,
            maximum: MAX_LISTING_IMAGES,
          })}
        </span>
      </DropZone>
      {imagesProblem && (
        <p id={problemId} className="text-danger text-[0.8125rem] font-[550] leading-[1.4]">
          {imagesProblem}
        </p>
      )}
      <Notice kind="error">
        {shelf.refusals.length > 0 && (
          <div className={`flex items-start gap-3 ${styles.wholeRow}`}>
            <ul className="grid flex-1 gap-0.5 wrap-anywhere">
              {shelf.refusals.map((refusal, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two files may share a name, and sentences only come and go together
                <li key={`${at} ${refusal}`}>{refusal}</li>
              ))}
            </ul>
            <IconButton
              label={t('Dismiss')}
              className="w-8! h-8! -mt-1.5 -mr-1.5 text-inherit!"
              icon={<X size={18} />}
              onClick={shelf.dismissRefusals}
            />
          </div>
        )}
      </Notice>
      <AddEntry
        label={t('Image URL')}
        isOptional
        addLabel={t('Add image by URL')}
        icon={<ImagePlus size={18} />}
        type="url"
        inputMode="url"
        placeholder={ADDRESS_START}
        {...field}
        problem={fieldState.error?.message}
        onAdd={addImageUrl}
      />
      <PictureGrid shelf={shelf} />
    </>
  );
}

const INSTRUCTIONS = msg(
  'To move an image, press space or Enter, move it with the arrow keys, and press space or Enter again. Escape puts it back.',
);
const MOUSE_START_PX = 6;
/** A finger that moves at once scrolls the form. */
const TOUCH_START = { delay: 220, tolerance: 8 };

function PictureGrid({ shelf }: { shelf: PictureShelf }) {
  const { pictures, move, remove, retry } = shelf;
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: MOUSE_START_PX } }),
    useSensor(TouchSensor, { activationConstraint: TOUCH_START }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  if (pictures.length === 0) return null;

  const ids = pictures.map(({ id }) => id);
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over) move(String(active.id), String(over.id));
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements: announcements(ids),
        screenReaderInstructions: { draggable: t(INSTRUCTIONS) },
      }}
      onDragEnd={onDragEnd}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        <ul className="grid grid-cols-3 gap-3 max-md:gap-2" aria-label={t('Images')}>
          {pictures.map((picture, at) => (
            <PictureTile
              key={picture.id}
              picture={picture}
              position={at + 1}
              onRemove={() => remove(picture.id)}
              onRetry={() => retry(picture.id)}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

function announcements(ids: readonly string[]): Announcements {
  const placeOf = (id: string | number) => ({ place: ids.indexOf(String(id)) + 1, count: ids.length });
  return {
    onDragStart: ({ active }) => t('Image picked up from place {place} of {count}.', placeOf(active.id)),
    onDragOver: ({ over }) =>
      over ? t('Image is over place {place} of {count}.', placeOf(over.id)) : undefined,
    onDragEnd: ({ over }) =>
      over ? t('Image put down at place {place} of {count}.', placeOf(over.id)) : t('Image put back.'),
    onDragCancel: () => t('Image put back.'),
  };
}

interface PictureTileProps {
  picture: Picture;
  /** From 1. */
  position: number;
  onRemove(): void;
  onRetry(): void;
}

/** On a small picture the buttons are drawn smaller than the finger may hit them. */
const tileButton =
  'absolute! top-1.5! lg:w-9! lg:h-9! max-lg:top-0! max-lg:p-1.25! max-lg:[background-clip:content-box]! max-lg:shadow-none!';

/** Dragged by all of itself; to the keyboard its handle moves it. */
function PictureTile({ picture, position, onRemove, onRetry }: PictureTileProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: picture.id });
  const label = t('Image {position}', { position });
  return (
    <li
      ref={setNodeRef}
      className={`group/tile relative aspect-4/3 overflow-hidden border border-line rounded-md bg-sunken max-sm:aspect-square ${isDragging ? 'z-1 shadow-lg opacity-90' : ''}`}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <div
        className={`w-full h-full select-none [-webkit-touch-callout:none] ${isDragging ? 'cursor-grabbing' : 'cursor-grab'}`}
        {...listeners}
      >
        {picture.preview ? (
          <img className="w-full h-full object-cover" src={picture.preview} alt={label} draggable={false} />
        ) : (
          <StoredPicture src={picture.url} alt={label} sizes="(max-width: 48rem) 33vw, 14rem" />
        )}
      </div>
      <UploadState picture={picture} position={position} onRetry={onRetry} />
      {position === 1 && (
        <span
          // Above the bar.
          className="absolute bottom-1.5 left-1.5 py-0.5 px-2 rounded-full bg-primary text-on-primary text-xs font-bold group-has-[progress]/tile:bottom-5.5"
        >
          {t('Cover')}
        </span>
      )}
      <IconButton
        {...attributes}
        {...listeners}
        ref={setActivatorNodeRef}
        variant="overlay"
        className={`${tileButton} left-1.5! max-lg:left-0! cursor-grab! touch-none!`}
        label={t('Move image {position}', { position })}
        icon={<GripVertical size={18} />}
      />
      <IconButton
        variant="overlay"
        className={`${tileButton} right-1.5! max-lg:right-0!`}
        label={t('Remove image {position}', { position })}
        icon={<Trash2 size={18} />}
        onClick={onRemove}
      />
    </li>
  );
}

function UploadState({ picture, position, onRetry }: Omit<PictureTileProps, 'onRemove'>) {
  if (picture.status === 'stored') {
    if (picture.url === null || !/^https?:/i.test(picture.url)) return null;
    const site = new URL(picture.url).hostname;
    return (
      // Between the buttons and the mark of the cover; a phone's tile has room for the site alone.
      <p className="absolute inset-0 grid content-center pt-9 pb-7 px-2 bg-[color-mix(in_srgb,var(--s-surface)_82%,transparent)] text-xs font-[550] leading-[1.2] text-center">
        <span className="2xl:hidden truncate" aria-hidden="true">
          {site}
        </span>
        <span className="max-2xl:sr-only wrap-anywhere">
          {t('From {site}, fetched when you save', { site })}
        </span>
      </p>
    );
  }
  if (picture.status === 'uploading')
    return (
      <progress
        className="absolute right-2 bottom-2 left-2 w-auto h-2"
        max={1}
        value={picture.progress}
        aria-label={t('Uploading image {position}', { position })}
      />
    );
  return (
    <div className="absolute inset-0 grid justify-items-center content-end gap-1 p-2 bg-[color-mix(in_srgb,var(--s-surface)_82%,transparent)] text-[0.8125rem] font-[550] leading-[1.3] text-center">
      <p className="max-sm:sr-only">{picture.problem ?? t('Waiting for the connection')}</p>
      <Button variant="outlined" aria-label={t('Try image {position} again', { position })} onClick={onRetry}>
        <RotateCw size={16} />
        {t('Retry')}
      </Button>
    </div>
  );
}
