import { ImageUp, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { User } from '#shared/contracts/auth.ts';
import { msg } from '#shared/messages.ts';
import { DropZone, useFileDrop } from '#web/forms/DropZone.tsx';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { uploadPicture } from '#web/lib/uploadPicture.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import {
  type Crop,
  cropSquare,
  MAX_ZOOM,
  moveCrop,
  type OpenedPicture,
  openPicture,
  renderAvatar,
  wholePicture,
  zoomCrop,
} from './avatarPicture.ts';
import { useSaveProfile } from './profileDraft.ts';

const UPLOAD_FAILED = msg('Your photo could not be saved. Please try again.');

/** Choose a photo, cut it to a square, save it; or take the present one away. */
export function AvatarDialog({ user, onClose }: { user: User; onClose(): void }) {
  const [picture, setPicture] = useState<OpenedPicture | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => () => void (picture && URL.revokeObjectURL(picture.url)), [picture]);

  const choose = async (file: File | undefined) => {
    if (!file) return;
    setError(null);
    try {
      setPicture(await openPicture(file));
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : t(UPLOAD_FAILED));
    }
  };

  return (
    <Dialog title={t('Profile Photo')} onClose={onClose} isBackdropInert={picture !== null}>
      {picture ? (
        <CropStep picture={picture} onBack={() => setPicture(null)} onSaved={onClose} />
      ) : (
        <ChooseStep user={user} error={error} onChoose={choose} onRemoved={onClose} />
      )}
    </Dialog>
  );
}

interface ChooseStepProps {
  user: User;
  error: string | null;
  onChoose(file: File | undefined): void;
  onRemoved(): void;
}

function ChooseStep({ user, error, onChoose, onRemoved }: ChooseStepProps) {
  const drop = useFileDrop(([file]) => onChoose(file));
  const save = useSaveProfile();

  const remove = () =>
    save.mutate(
      { avatar_url: null },
      {
        onSuccess: () => {
          showToast(t('Profile photo removed'));
          onRemoved();
        },
      },
    );

  return (
    <div className="grid grid-cols-1 gap-4" {...drop.handlers}>
      {user.avatar_url && <Avatar className="justify-self-center" src={user.avatar_url} size={112} />}
      <DropZone
        isDraggedOver={drop.isOver}
        icon={ImageUp}
        title={t('Choose a photo')}
        accept="image/*,.heic,.heif"
        onFiles={([file]) => onChoose(file)}
      >
        <span className="text-muted">{t('or drop it here. You can crop it next.')}</span>
      </DropZone>
      <Notice kind="error">{error ?? (save.error && failureSentence(save.error, t(UPLOAD_FAILED)))}</Notice>
      {user.avatar_url && (
        <Button
          variant="plain"
          isDangerous
          className="justify-self-center"
          disabled={save.isPending}
          onClick={remove}
        >
          {t('Remove Photo')}
        </Button>
      )}
    </div>
  );
}

function CropStep({ picture, onBack, onSaved }: { picture: OpenedPicture; onBack(): void; onSaved(): void }) {
  const [crop, setCrop] = useState(wholePicture);
  /** From 0 to 1 while it is sent. */
  const [progress, setProgress] = useState<number | null>(null);
  const [error, setError] = useState<string | null>(null);
  const upload = useRef<AbortController | null>(null);
  const { mutateAsync } = useSaveProfile();
  useEffect(() => () => upload.current?.abort(), []);

  const save = async () => {
    const { element } = picture;
    const controller = new AbortController();
    upload.current = controller;
    setError(null);
    setProgress(0);
    try {
      const size = { width: element.naturalWidth, height: element.naturalHeight };
      const avatar = await renderAvatar(element, cropSquare(size, crop));
      const url = await uploadPicture(avatar, { onProgress: setProgress, signal: controller.signal });
      await mutateAsync({ avatar_url: url });
      showToast(t('Profile photo updated'));
      onSaved();
    } catch (failure) {
      // Closing the dialog ends the upload: no message is shown.
      if (controller.signal.aborted) return;
      setError(failureSentence(failure, t(UPLOAD_FAILED)));
      setProgress(null);
    }
  };

  const isBusy = progress !== null;
  return (
    <div className="grid grid-cols-1 gap-4">
      <AvatarCropper picture={picture} crop={crop} onChange={isBusy ? () => {} : setCrop} />
      {isBusy && (
        <progress className="w-full h-2" max={1} value={progress} aria-label={t('Uploading the photo')} />
      )}
      <Notice kind="error">{error}</Notice>
      <div className="flex flex-wrap items-center justify-end gap-3">
        <Button variant="outlined" disabled={isBusy} onClick={onBack}>
          {t('Choose Another')}
        </Button>
        <Button disabled={isBusy} aria-busy={isBusy} onClick={() => void save()}>
          {isBusy ? t('Saving...') : t('Save Photo')}
        </Button>
      </div>
    </div>
  );
}

interface AvatarCropperProps {
  picture: OpenedPicture;
  crop: Crop;
  onChange(crop: Crop): void;
}

const KEY_STEP = 0.04;
const WHEEL_STEP = 0.0015;
const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-KEY_STEP, 0],
  ArrowRight: [KEY_STEP, 0],
  ArrowUp: [0, -KEY_STEP],
  ArrowDown: [0, KEY_STEP],
};

const GRAB = 'cursor-grab touch-none select-none active:cursor-grabbing';

/** The picture is moved under a round window: by dragging, with the arrow keys, the wheel and a slider. */
function AvatarCropper({ picture, crop, onChange }: AvatarCropperProps) {
  const last = useRef<{ x: number; y: number } | null>(null);
  const size = { width: picture.element.naturalWidth, height: picture.element.naturalHeight };
  const { left, top, side } = cropSquare(size, crop);
  const percent = (share: number) => `${share * 100}%`;

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!last.current) return;
    const frame = event.currentTarget.clientWidth;
    onChange(
      moveCrop(size, crop, (event.clientX - last.current.x) / frame, (event.clientY - last.current.y) / frame),
    );
    last.current = { x: event.clientX, y: event.clientY };
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const step = arrows[event.key];
    if (!step) return;
    event.preventDefault();
    onChange(moveCrop(size, crop, ...step));
  };

  return (
    <div className="grid justify-items-center gap-4">
      {/* biome-ignore lint/a11y/useSemanticElements: no element is for moving a picture */}
      <div
        className={`relative w-[min(18rem,100%)] aspect-square overflow-hidden rounded-md bg-skeleton ${GRAB}`}
        role="group"
        aria-label={t('Position of the photo. Move it with the arrow keys.')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the picture
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          last.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          last.current = null;
        }}
        onPointerCancel={() => {
          last.current = null;
        }}
        onWheel={(event) => onChange(zoomCrop(size, crop, crop.zoom * (1 - event.deltaY * WHEEL_STEP)))}
      >
        <img
          className="absolute max-w-none pointer-events-none"
          src={picture.url}
          alt=""
          draggable={false}
          style={{
            width: percent(size.width / side),
            height: percent(size.height / side),
            left: percent(-left / side),
            top: percent(-top / side),
          }}
        />
        <span className="absolute inset-0 border-2 border-white/85 rounded-full shadow-[0_0_0_20rem_rgb(10_16_14_/_55%)] pointer-events-none" />
      </div>
      <label className="flex items-center gap-3 w-[min(18rem,100%)] min-h-11 text-muted">
        <span className="visuallyHidden">{t('Zoom')}</span>
        <ZoomOut className="flex-none" size={18} />
        <input
          className="flex-1 min-w-0 h-11 m-0 cursor-pointer"
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.01}
          value={crop.zoom}
          onChange={(event) => onChange(zoomCrop(size, crop, Number(event.target.value)))}
        />
        <ZoomIn className="flex-none" size={18} />
      </label>
    </div>
  );
}
