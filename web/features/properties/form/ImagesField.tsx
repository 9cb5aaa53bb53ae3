import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates, useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import {
  ArrowDown,
  ArrowUp,
  GripVertical,
  ImagePlus,
  ImageUp,
  RotateCcw,
  RotateCw,
  Sparkles,
  Star,
  Trash2,
  X,
} from 'lucide-react';
import { useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { MAX_IMAGE_DESCRIPTION_LENGTH, MAX_LISTING_IMAGES } from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';
import { AddEntry } from '#web/forms/AddEntry.tsx';
import { DropZone } from '#web/forms/DropZone.tsx';
import { TextInput } from '#web/forms/fields.tsx';
import { t } from '#web/lib/i18n.tsx';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Picture as StoredPicture } from '#web/ui/display/Picture.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import styles from './form.module.css';
import {
  type CoverSuggestion,
  coverReasons,
  failedOf,
  isTurnable,
  type Picture,
  pendingOf,
  suggestCover,
  totalProgress,
  uploadsInWords,
} from './pictures.ts';
import type { PictureShelf } from './usePictures.ts';
import type { PropertyForm } from './usePropertyForm.ts';

export function ImagesField({ form, isDraggedOver }: { form: PropertyForm; isDraggedOver: boolean }) {
  const { control, imagesProblem, shelf, addImageUrl } = form;
  const { field, fieldState } = useController({ control, name: 'newImageUrl' });
  const problemId = useId();
  const uploading = uploadsInWords(shelf.pictures);

  return (
    <>
      <DropZone
        accept="image/*,.heic,.heif"
        multiple
        aria-label={t('Choose images')}
        aria-invalid={imagesProblem !== undefined}
        aria-describedby={imagesProblem ? problemId : undefined}
        isDraggedOver={isDraggedOver}
        isBusy={uploading !== null}
        icon={ImageUp}
        title={isDraggedOver ? t('Drop to add') : (uploading ?? t('Drop images here, or choose them'))}
        ended={failedOf(shelf.pictures).length === 0 ? t('All images are uploaded.') : ''}
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
          <span className="text-muted text-sm">
            {t('Supports PNG, JPG, GIF formats, max 5MB per file')}
            <br />
            {t('We shrink larger photos and HEIC for you.')}
          </span>
        )}
        <span className="text-muted text-sm">
          {t('{count} of {maximum} images. You can also paste one.', {
            count: shelf.pictures.length,
            maximum: MAX_LISTING_IMAGES,
          })}
        </span>
      </DropZone>
      {imagesProblem && (
        <p id={problemId} className="text-danger text-caption font-[550] leading-[1.4]">
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
              className="w-8 h-8 -mt-1.5 -mr-1.5 text-inherit"
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
        placeholder="https://"
        {...field}
        problem={fieldState.error?.message}
        onAdd={addImageUrl}
      />
      <PictureGrid shelf={shelf} />
      <CoverHint shelf={shelf} />
      <Descriptions shelf={shelf} />
    </>
  );
}

/** For every picture: no picture of a home is decoration. */
function Descriptions({ shelf: { pictures, describe, move } }: { shelf: PictureShelf }) {
  if (pictures.length === 0) return null;
  const described = pictures.filter(({ description }) => description.trim() !== '').length;
  return (
    <details className="grid gap-3" open>
      <summary className="py-1 font-semibold cursor-pointer">
        {t('Say what each image shows ({described} of {count})', { described, count: pictures.length })}
      </summary>
      <p className="text-muted text-sm">
        {t(
          'For people who cannot see the images, and for search engines. A few plain words are enough, such as “Living room with a door to the balcony”. Without them, we read out the title and the number of the photo.',
        )}
      </p>
      <ol className="grid gap-3 pt-3">
        {pictures.map((picture, at) => (
          <li key={picture.id} className="grid grid-cols-[4rem_minmax(0,1fr)_auto] gap-3 max-sm:gap-2 items-end">
            <span className="aspect-4/3 overflow-hidden rounded-sm bg-sunken">
              <TilePicture picture={picture} label="" />
            </span>
            <TextInput
              label={t('What image {position} shows', { position: at + 1 })}
              isOptional
              autoComplete="off"
              maxLength={MAX_IMAGE_DESCRIPTION_LENGTH}
              name={`image_description_${at + 1}`}
              value={picture.description}
              onChange={(text) => describe(picture.id, text)}
            />
            {/* The order without dragging. */}
            <span className="flex items-center h-control max-sm:flex-col max-sm:justify-center">
              <IconButton
                className={stripButton}
                label={t('Move image {position} forward', { position: at + 1 })}
                icon={<ArrowUp size={17} />}
                disabled={at === 0}
                onClick={() => move(picture.id, pictures[at - 1]?.id ?? '')}
              />
              <IconButton
                className={stripButton}
                label={t('Move image {position} back', { position: at + 1 })}
                icon={<ArrowDown size={17} />}
                disabled={at === pictures.length - 1}
                onClick={() => move(picture.id, pictures[at + 1]?.id ?? '')}
              />
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}

const INSTRUCTIONS = msg(
  'To move an image, press space or Enter, move it with the arrow keys, and press space or Enter again. Escape puts it back.',
);
const MOUSE_START_PX = 6;
/** A finger that moves at once scrolls the form. */
const TOUCH_START = { delay: 220, tolerance: 8 };

function PictureGrid({ shelf }: { shelf: PictureShelf }) {
  const { pictures, move } = shelf;
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: MOUSE_START_PX } }),
    useSensor(TouchSensor, { activationConstraint: TOUCH_START }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  if (pictures.length === 0) return null;

  const ids = pictures.map(({ id }) => id);

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements: announcements(ids),
        screenReaderInstructions: { draggable: t(INSTRUCTIONS) },
      }}
      onDragEnd={({ active, over }) => over && move(String(active.id), String(over.id))}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        <ul className="grid grid-cols-3 gap-3 max-md:gap-2" aria-label={t('Images')}>
          {pictures.map((picture, at) => (
            <PictureTile key={picture.id} picture={picture} position={at + 1} shelf={shelf} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

function makeCover({ pictures, move }: PictureShelf, id: string): void {
  const at = pictures.findIndex((picture) => picture.id === id);
  const [first] = pictures;
  if (!first || at < 1) return;
  move(id, first.id);
  // Where it stood, another stands now.
  const place = pictures[at - 1]?.id ?? first.id;
  showToast(t('Image {position} is now the cover.', { position: at + 1 }), 'success', {
    label: t('Undo'),
    onClick: () => move(id, place),
  });
}

/** Says which picture would do better as the cover, and why. It changes nothing by itself, and can be sent away. */
function CoverHint({ shelf }: { shelf: PictureShelf }) {
  const [dismissed, setDismissed] = useState<string | null>(null);
  const { pictures } = shelf;
  const isSettled = pendingOf(pictures).length === 0 && pictures.some(({ name }) => name !== null);
  const found = isSettled ? suggestCover(pictures) : null;
  const suggestion = found && found.id !== dismissed ? found : null;
  const at = pictures.findIndex(({ id }) => id === suggestion?.id);
  const picture = pictures[at];
  return (
    // The place stays, so that screen readers announce new content.
    <div className="empty:absolute" role="status">
      {suggestion && picture && (
        <div className="flex flex-wrap items-center gap-3 p-2.5 border border-line rounded-md bg-primary-soft">
          <span className="flex-none w-20 aspect-4/3 overflow-hidden rounded-sm bg-sunken">
            <TilePicture picture={picture} label="" />
          </span>
          <p className="flex-[1_1_12rem] min-w-0 text-sm leading-[1.45]">
            <strong className="flex items-center gap-1.5">
              <Sparkles className="flex-none text-primary" size={16} />
              {t('Suggested Cover: image {position}', { position: at + 1 })}
            </strong>
            <span className="text-muted">{whyInWords(suggestion)}</span>
          </p>
          <span className="flex items-center gap-1">
            <Button variant="outlined" size="small" onClick={() => makeCover(shelf, picture.id)}>
              {t('Use as Cover')}
            </Button>
            <IconButton
              label={t('Dismiss')}
              className="w-8 h-8 text-muted"
              icon={<X size={18} />}
              onClick={() => setDismissed(picture.id)}
            />
          </span>
        </div>
      )}
    </div>
  );
}

function whyInWords({ reasons }: CoverSuggestion): string {
  const [first = '', second, third] = reasons.map((reason) => t(coverReasons[reason]));
  if (third) return t('It is {first}, {second} and {third}.', { first, second: second ?? '', third });
  return second ? t('It is {first} and {second}.', { first, second }) : t('It is {first}.', { first });
}

function announcements(ids: readonly string[]): Announcements {
  const placeOf = (id: string | number) => ({ place: ids.indexOf(String(id)) + 1, count: ids.length });
  return {
    onDragStart: ({ active }) => t('Image picked up from position {place} of {count}.', placeOf(active.id)),
    onDragOver: ({ over }) =>
      over ? t('Image is over position {place} of {count}.', placeOf(over.id)) : undefined,
    onDragEnd: ({ over }) =>
      over ? t('Image dropped at position {place} of {count}.', placeOf(over.id)) : t('Image moved back.'),
    onDragCancel: () => t('Image moved back.'),
  };
}

interface PictureTileProps {
  picture: Picture;
  /** From 1. */
  position: number;
  shelf: PictureShelf;
}

/** On a small picture the buttons are drawn smaller than the finger may hit them. */
const tileButton =
  'absolute top-1.5 lg:w-9 lg:h-9 max-lg:top-0 max-lg:p-1.25 max-lg:[background-clip:content-box] max-lg:shadow-none';

/** Below the picture, at least 24 px wide in three columns of a phone. */
const stripButton = 'w-9 h-9 max-sm:w-7 rounded-sm text-muted';

function PictureTile({ picture, position, shelf }: PictureTileProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id: picture.id, attributes: { roleDescription: t('sortable') } });
  const { id } = picture;
  const turn = (by: 1 | 3) => {
    shelf.turn(id, by);
    const text =
      by === 1
        ? t('Image {position} was rotated right.', { position })
        : t('Image {position} was rotated left.', { position });
    showToast(text, 'success', { label: t('Undo'), onClick: () => shelf.turn(id, by === 1 ? 3 : 1) });
  };
  return (
    <li
      ref={setNodeRef}
      className={`relative overflow-hidden border border-line rounded-md bg-surface ${isDragging ? 'z-1 shadow-lg opacity-90' : ''}`}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <div className="relative aspect-4/3 bg-sunken max-sm:aspect-square">
        <div
          className={`w-full h-full select-none [-webkit-touch-callout:none] ${isDragging ? 'cursor-grabbing' : 'cursor-grab'}`}
          {...listeners}
        >
          <TilePicture picture={picture} label={t('Image {position}', { position })} />
        </div>
        <UploadState {...{ picture, position }} onRetry={() => shelf.retry(id)} />
        <IconButton
          {...attributes}
          {...listeners}
          ref={setActivatorNodeRef}
          variant="overlay"
          className={`${tileButton} left-1.5 max-lg:left-0 cursor-grab touch-none`}
          label={t('Move image {position}', { position })}
          icon={<GripVertical size={18} />}
        />
        <IconButton
          variant="overlay"
          className={`${tileButton} right-1.5 max-lg:right-0`}
          label={t('Remove image {position}', { position })}
          icon={<Trash2 size={18} />}
          onClick={() => shelf.remove(id)}
        />
      </div>
      <div className="flex items-center justify-between min-h-10 px-1 border-t border-t-line">
        {position === 1 ? (
          <span className="ml-1 py-0.5 px-2 max-sm:px-1.5 rounded-full bg-primary text-on-primary text-xs font-bold">
            {t('Cover')}
          </span>
        ) : (
          <IconButton
            className={stripButton}
            label={t('Make image {position} the cover', { position })}
            icon={<Star size={17} />}
            onClick={() => makeCover(shelf, id)}
          />
        )}
        {isTurnable(picture) && (
          <span className="flex">
            <IconButton
              className={stripButton}
              label={t('Rotate image {position} left', { position })}
              icon={<RotateCcw size={17} />}
              onClick={() => turn(3)}
            />
            <IconButton
              className={stripButton}
              label={t('Rotate image {position} right', { position })}
              icon={<RotateCw size={17} />}
              onClick={() => turn(1)}
            />
          </span>
        )}
      </div>
    </li>
  );
}

/** A file is drawn only after it was made smaller: the browser may be unable to show it. */
function TilePicture({ picture, label }: { picture: Picture; label: string }) {
  if (picture.preview)
    return <img className="w-full h-full object-cover" src={picture.preview} alt={label} draggable={false} />;
  if (picture.url === null) return null;
  return <StoredPicture src={picture.url} alt={label} sizes="(max-width: 48rem) 33vw, 14rem" />;
}

function UploadState({ picture, position, onRetry }: Omit<PictureTileProps, 'shelf'> & { onRetry(): void }) {
  if (picture.status === 'stored') {
    if (picture.url === null || !/^https?:/i.test(picture.url)) return null;
    const site = new URL(picture.url).hostname;
    return (
      // Between the buttons and the mark of the cover; a phone's tile has room for the site alone.
      <p className="absolute inset-0 grid content-center pt-9 pb-7 px-2 bg-surface/82 text-xs font-[550] leading-[1.2] text-center">
        <span className="2xl:hidden truncate" aria-hidden="true">
          {site}
        </span>
        <span className="max-2xl:sr-only wrap-anywhere">{t('From {site}, fetched when you save', { site })}</span>
      </p>
    );
  }
  if (picture.status === 'preparing')
    return (
      <div className="absolute inset-0 grid content-end gap-1 p-2 bg-surface/60 text-xs font-[550] text-center">
        <span aria-hidden="true">{picture.url ? t('Rotating...') : t('Shrinking...')}</span>
        <progress className="w-full h-2" aria-label={t('Preparing image {position}', { position })} />
      </div>
    );
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
    <div className="absolute inset-0 grid content-end place-items-center gap-1 p-2 bg-surface/82 text-caption font-[550] text-center">
      <p className="max-sm:sr-only leading-[1.3]">{picture.problem ?? t('Waiting for the connection')}</p>
      <Button variant="outlined" aria-label={t('Try image {position} again', { position })} onClick={onRetry}>
        <RotateCw size={16} />
        {t('Retry')}
      </Button>
    </div>
  );
}
