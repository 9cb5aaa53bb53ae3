import { ImageUp, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { MAX_IMAGE_BYTES } from '#shared/limits.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { PictureFailure } from '#web/lib/pictures/drawPicture.ts';
import { createPicturePreparer, MAX_SENT_SIDE, refusalOf } from '#web/lib/pictures/preparePictures.ts';
import { uploadPicture } from '#web/lib/uploadPicture.ts';
import { IconButton } from '#web/ui/controls/Button.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { DropZone, useFileDrop } from './DropZone.tsx';
import { useFormControl } from './Form.tsx';

/** The field `floor_plans`: files are uploaded when chosen; `onBusy` says that the form cannot be sent yet. */
export function FloorPlansField({ max, onBusy }: { max: number; onBusy(isBusy: boolean): void }) {
  const control = useFormControl<{ floor_plans: string[] }>();
  const { field, fieldState } = useController({ control, name: 'floor_plans' });
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const problemId = useId();
  const plans = field.value;

  const add = async (files: File[]) => {
    if (progress || files.length === 0) return;
    const room = max - plans.length;
    setProblem(files.length > room ? t('You can add at most {max} floor plans.', { max }) : null);
    onBusy(true);
    const prepare = createPicturePreparer();
    const taken = files.slice(0, room);
    let all = plans;
    for (const [at, file] of taken.entries()) {
      setProgress({ done: at, all: taken.length });
      try {
        const job = { turn: 0, maxSide: MAX_SENT_SIDE, maxBytes: MAX_IMAGE_BYTES } as const;
        const { picture } = await prepare(file, job, new AbortController().signal);
        const url = await uploadPicture(picture, { name: file.name });
        all = [...new Set([...all, url])];
        field.onChange(all);
      } catch (error) {
        setProblem(
          (error instanceof PictureFailure ? refusalOf(error, file.name) : null) ??
            failureSentence(error, t('The image could not be uploaded. Please try again.')),
        );
      }
    }
    setProgress(null);
    onBusy(false);
  };
  const { isOver, handlers } = useFileDrop((files) => void add(files));
  const fault = problem ?? fieldState.error?.message;

  return (
    <div className="grid grid-cols-1 gap-3" {...handlers}>
      <p className="text-sm font-semibold leading-[1.3]">
        {t('Floor plans')} <span className="text-muted font-[450]">{t('(optional)')}</span>
      </p>
      <DropZone
        ref={field.ref}
        accept="image/*,.heic,.heif"
        multiple
        isDraggedOver={isOver}
        isBusy={progress !== null}
        disabled={plans.length >= max || progress !== null}
        icon={ImageUp}
        title={
          progress
            ? t('Uploading {number} of {count}…', { number: progress.done + 1, count: progress.all })
            : t('Drop images of floor plans here, or choose them')
        }
        ended={problem ? '' : t('All images are uploaded.')}
        aria-describedby={problemId}
        onFiles={(files) => void add(files)}
      >
        <span className="text-muted text-sm">{t('PNG, JPG, GIF or WebP, up to {max}', { max })}</span>
      </DropZone>
      <div id={problemId}>
        <Notice kind="error">{fault}</Notice>
      </div>
      {plans.length > 0 && (
        <ul className="grid grid-fill-[8rem] gap-3" aria-label={t('Floor plans')}>
          {plans.map((src, at) => (
            <li
              key={src}
              className="relative aspect-3/2 overflow-hidden border border-line rounded-md bg-skeleton"
            >
              <Picture src={src} alt={t('Floor plan {number}', { number: at + 1 })} sizes="9rem" />
              <span className="absolute top-1 right-1 rounded-full bg-surface shadow-sm">
                <IconButton
                  label={t('Remove floor plan {number}', { number: at + 1 })}
                  icon={<X size={18} aria-hidden="true" />}
                  onClick={() => field.onChange(plans.filter((other) => other !== src))}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
