import type { ClipboardEvent } from 'react';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { BasicFields } from './BasicFields.tsx';
import { DraftNotice } from './DraftNotice.tsx';
import { FeaturesField } from './FeaturesField.tsx';
import { FormFooter } from './FormFooter.tsx';
import { FormSection } from './FormSection.tsx';
import type { PropertyFormMode } from './formMode.ts';
import { ImagesField } from './ImagesField.tsx';
import { LocationFields } from './LocationFields.tsx';
import styles from './PropertyForm.module.css';
import { useFileDrop } from './useFileDrop.ts';
import type { PropertyForm as FormState } from './usePropertyForm.ts';

interface PropertyFormProps {
  form: FormState;
  kind: PropertyFormMode['kind'];
  onCancel(): void;
}

export function PropertyForm({ form, kind, onCancel }: PropertyFormProps) {
  const { element, banner, phase, shelf } = form;
  const drop = useFileDrop(shelf.addFiles);

  // The dialog that asks moves the focus away as it closes; ours comes after.
  const focusFirst = () => requestAnimationFrame(() => element.current?.querySelector('input')?.focus());

  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    // A copied table cell is both a text and a picture of it: in a field the text is meant.
    const isText = event.clipboardData.types.includes('text/plain') && isTextField(event.target);
    if (files.length === 0 || isText || phase === 'saving') return;
    event.preventDefault();
    shelf.addFiles(files);
  };

  return (
    <Form
      form={form}
      className={styles.form}
      onPaste={onPaste}
      {...(phase === 'saving' ? {} : drop.handlers)}
    >
      <div className={styles.banner}>
        <FormBanner message={banner} />
      </div>
      <div
        className={`grid grid-cols-1 content-start gap-6 p-6 overflow-y-auto overscroll-contain max-lg:p-4 ${styles.scroller}`}
      >
        <DraftNotice form={form} onStartedOver={focusFirst} />
        <fieldset
          className="grid grid-cols-1 gap-8 min-w-0 m-0 p-0 border-0 transition-opacity disabled:opacity-60"
          disabled={phase === 'saving'}
          aria-label="Property"
        >
          <FormSection title="Basic Information" text="What people see first.">
            <BasicFields control={form.control} />
          </FormSection>
          <FormSection title="Location & Details" text="Address, map pin, rooms and size.">
            <LocationFields control={form.control} change={form.change} />
          </FormSection>
          <FormSection title="Images" text="The first image is the cover. Drag images to put them in order.">
            <ImagesField form={form} isDraggedOver={drop.isOver} />
          </FormSection>
          <FormSection title="Features" text="Everything worth a mention: pool, balcony, pets allowed.">
            <FeaturesField form={form} />
          </FormSection>
        </fieldset>
      </div>
      <FormFooter form={form} kind={kind} onCancel={onCancel} />
    </Form>
  );
}

function isTextField(target: EventTarget): boolean {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
}
