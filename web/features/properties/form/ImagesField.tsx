import { ImagePlus, X } from 'lucide-react';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { AddEntry } from '#web/forms/AddEntry.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { DropZone } from './DropZone.tsx';
import styles from './ImagesField.module.css';
import { PictureGrid } from './PictureGrid.tsx';
import type { PropertyForm } from './usePropertyForm.ts';

interface ImagesFieldProps {
  form: PropertyForm;
  isDraggedOver: boolean;
}

/** Added by drop, choice, paste or address; put in order by dragging or the keyboard. */
export function ImagesField({ form, isDraggedOver }: ImagesFieldProps) {
  const { control, imagesProblem, shelf, addImageUrl } = form;
  const { field, fieldState } = useController({ control, name: 'newImageUrl' });
  const problemId = useId();

  return (
    <>
      <DropZone
        pictures={shelf.pictures}
        isDraggedOver={isDraggedOver}
        problemId={imagesProblem ? problemId : undefined}
        onFiles={shelf.addFiles}
      />
      {imagesProblem && (
        <p id={problemId} className="text-danger text-[0.8125rem] font-[550] leading-[1.4]">
          {imagesProblem}
        </p>
      )}
      <Notice kind="error">
        {shelf.refusals.length > 0 && (
          <div className={`flex items-start gap-3 ${styles.refusals}`}>
            <ul>
              {shelf.refusals.map((refusal, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two files may share a name, and sentences only come and go together
                <li key={`${at} ${refusal}`}>{refusal}</li>
              ))}
            </ul>
            <IconButton
              label="Dismiss"
              className={styles.dismiss}
              icon={<X size={18} aria-hidden="true" />}
              onClick={shelf.dismissRefusals}
            />
          </div>
        )}
      </Notice>
      <AddEntry
        label="Image URL"
        isOptional
        addLabel="Add image by URL"
        icon={<ImagePlus size={18} aria-hidden="true" />}
        type="url"
        inputMode="url"
        placeholder="https://"
        {...field}
        problem={fieldState.error?.message}
        onAdd={addImageUrl}
      />
      <PictureGrid shelf={shelf} />
    </>
  );
}
