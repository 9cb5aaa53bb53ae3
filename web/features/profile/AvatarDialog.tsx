import { ImageUp } from 'lucide-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import type { User } from '#shared/contracts/auth.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { uploadPicture } from '#web/lib/uploadPicture.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { showToast } from '#web/ui/showToast.ts';
import { AvatarCropper } from './AvatarCropper.tsx';
import styles from './AvatarDialog.module.css';
import { type OpenedPicture, openPicture, renderAvatar } from './avatarPicture.ts';
import { cropSquare, wholePicture } from './cropGeometry.ts';
import { useSaveProfile } from './queries.ts';

const UPLOAD_FAILED = 'Your photo could not be saved. Please try again.';

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
      setError(failure instanceof Error ? failure.message : UPLOAD_FAILED);
    }
  };

  return (
    <Dialog title="Profile Photo" onClose={onClose} isBackdropInert={picture !== null}>
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
  const [isOver, setIsOver] = useState(false);
  const save = useSaveProfile();

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    onChoose(event.dataTransfer.files[0]);
  };

  const remove = () =>
    save.mutate(
      { avatar_url: null },
      {
        onSuccess: () => {
          showToast('Profile photo removed');
          onRemoved();
        },
      },
    );

  return (
    <div className={`grid grid-cols-1 gap-4 ${styles.step}`}>
      {user.avatar_url && <Avatar className={styles.present} src={user.avatar_url} size={112} />}
      <label
        className={`${styles.drop} ${isOver ? styles.over : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
      >
        <input
          className="absolute w-px h-px opacity-0"
          type="file"
          accept="image/*"
          onChange={(event) => {
            onChoose(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <ImageUp size={28} strokeWidth={1.75} aria-hidden="true" />
        <strong>Choose a photo</strong>
        <span>or drop it here. You can cut it to size next.</span>
      </label>
      <Notice kind="error">{error ?? (save.error && failureSentence(save.error, UPLOAD_FAILED))}</Notice>
      {user.avatar_url && (
        <Button variant="plain" className={styles.remove} disabled={save.isPending} onClick={remove}>
          Remove Photo
        </Button>
      )}
    </div>
  );
}

interface CropStepProps {
  picture: OpenedPicture;
  onBack(): void;
  onSaved(): void;
}

function CropStep({ picture, onBack, onSaved }: CropStepProps) {
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
      showToast('Profile photo updated');
      onSaved();
    } catch (failure) {
      // Closing the dialog ends the upload: nobody is there to be told.
      if (controller.signal.aborted) return;
      setError(failureSentence(failure, UPLOAD_FAILED));
      setProgress(null);
    }
  };

  const isBusy = progress !== null;
  return (
    <div className={`grid grid-cols-1 gap-4 ${styles.step}`}>
      <AvatarCropper picture={picture} crop={crop} onChange={isBusy ? () => {} : setCrop} />
      {isBusy && (
        <progress className="w-full h-2" max={1} value={progress} aria-label="Uploading the photo" />
      )}
      <Notice kind="error">{error}</Notice>
      <div className="flex flex-wrap items-center justify-end gap-3">
        <Button variant="outlined" disabled={isBusy} onClick={onBack}>
          Choose Another
        </Button>
        <Button disabled={isBusy} aria-busy={isBusy} onClick={() => void save()}>
          {isBusy ? 'Saving...' : 'Save Photo'}
        </Button>
      </div>
    </div>
  );
}
