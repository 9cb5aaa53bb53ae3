import { type ClipboardEvent, type ReactNode, useId, useState } from 'react';
import type { OwnProperty } from '#shared/contracts/propertyWrites.ts';
import { MAX_LISTING_FLOOR_PLANS } from '#shared/limits.ts';
import { useSession } from '#web/features/auth/index.ts';
import { useFileDrop } from '#web/forms/DropZone.tsx';
import { FloorPlansField } from '#web/forms/FloorPlansField.tsx';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { FormDialog, useCloseDialog } from '#web/forms/FormDialog.tsx';
import { TextField } from '#web/forms/fields.tsx';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { missingWords } from '../drafts.ts';
import styles from './form.module.css';
import type { PropertyFormMode } from './formValues.ts';
import { ImagesField } from './ImagesField.tsx';
import { BasicFields, FeaturesField, LocationFields } from './PropertyFields.tsx';
import { pendingOf } from './pictures.ts';
import { type PropertyForm, usePropertyForm } from './usePropertyForm.ts';

interface PropertyFormDialogProps {
  mode: PropertyFormMode;
  size?: 'full' | 'drawer';
  /** Also called after a save, once `onSaved` has returned. */
  onClose(): void;
  onSaved(saved: OwnProperty): void;
}

/** Open while it is rendered. Creating is for agents; editing for a listing's agent and for admins. */
export function PropertyFormDialog(props: PropertyFormDialogProps) {
  const { user } = useSession();
  return user && <OpenDialog {...props} userId={user.id} />;
}

function OpenDialog(props: PropertyFormDialogProps & { userId: number }) {
  const { mode, userId, size = 'full', onClose, onSaved } = props;
  const form = usePropertyForm({
    mode,
    userId,
    onSaved(saved) {
      onSaved(saved);
      onClose();
    },
    onSavedLater: onSaved,
  });
  const { element, banner, shelf, isLocked, isDraft } = form;
  const drop = useFileDrop(shelf.addFiles);
  const [isUploadingPlans, setIsUploadingPlans] = useState(false);

  // The dialog that asks moves the focus away as it closes; ours comes after.
  const focusFirst = () => requestAnimationFrame(() => element.current?.querySelector('input')?.focus());

  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    // A copied table cell is both a text and a picture of it: in a field the text is pasted.
    const isField = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
    const isText = isField && event.clipboardData.types.includes('text/plain');
    if (files.length === 0 || isText || isLocked) return;
    event.preventDefault();
    shelf.addFiles(files);
  };

  return (
    <FormDialog
      title={
        isDraft ? t('Continue Your Draft') : mode.kind === 'edit' ? t('Edit Property') : t('Add New Property')
      }
      size={size}
      isDraftKept
      onClose={onClose}
    >
      <Form
        form={form}
        className="grid grid-rows-[auto_minmax(0,1fr)_auto] grid-cols-1 min-h-0"
        onPaste={onPaste}
        {...(isLocked ? {} : drop.handlers)}
      >
        <div className="has-[p]:pt-3 has-[p]:px-6 has-[p]:pb-0 max-lg:has-[p]:px-4">
          <FormBanner message={banner} />
        </div>
        {/* Parts that are out of the flow scroll with the others: the dialog around them would scroll too. */}
        <div className="relative grid grid-cols-1 content-start gap-6 p-6 overflow-y-auto overscroll-contain max-lg:p-4 scroll-py-12">
          <DraftNotice form={form} onStartedOver={focusFirst} />
          {isDraft && <MissingNotice form={form} />}
          <fieldset
            className="grid grid-cols-1 gap-8 transition-opacity disabled:opacity-60"
            disabled={isLocked}
            aria-label={t('Property')}
          >
            <FormSection title={t('Basic Information')} text={t('What people see first.')}>
              <BasicFields change={form.change} />
            </FormSection>
            <FormSection title={t('Location & Details')} text={t('Address, map pin, rooms and size.')}>
              <LocationFields change={form.change} />
            </FormSection>
            <FormSection
              title={t('Images')}
              text={t('The first image is the cover. Drag images to put them in order.')}
            >
              <ImagesField form={form} isDraggedOver={drop.isOver} />
            </FormSection>
            <FormSection
              title={t('Floor Plans & Video')}
              text={t('Many people look for these before they ask for a viewing.')}
            >
              <FloorPlansField max={MAX_LISTING_FLOOR_PLANS} onBusy={setIsUploadingPlans} />
              <TextField
                name="video_url"
                label={t('Video link')}
                isOptional
                type="url"
                inputMode="url"
                placeholder="https://"
                hint={t('From YouTube, Vimeo, Facebook or TikTok. Visitors watch it there, in a new tab.')}
              />
            </FormSection>
            <FormSection
              title={t('Features')}
              text={t('Anything worth mentioning, such as a pool, a balcony or pets allowed.')}
            >
              <FeaturesField form={form} />
            </FormSection>
          </fieldset>
        </div>
        <FormFooter
          form={form}
          submitLabel={isDraft ? t('Publish') : mode.kind === 'edit' ? t('Update Property') : t('Create Property')}
          isUploadingPlans={isUploadingPlans}
        />
      </Form>
    </FormDialog>
  );
}

function DraftNotice({ form, onStartedOver }: { form: PropertyForm; onStartedOver(): void }) {
  const [isAsking, setIsAsking] = useState(false);
  const { restored, isOutdated, startOver, phase } = form;
  return (
    <>
      <Notice kind="info">
        {restored && (
          <div
            className={`flex flex-wrap items-center justify-between gap-y-2 gap-x-4 ${styles.wholeRow} ${styles.centered}`}
          >
            <div className="flex-[1_1_16rem]">
              <strong>{t('We kept your unfinished draft')}</strong>
              {isOutdated && (
                <p className={noteClass}>
                  {t('The listing has changed since. Saving overwrites those changes where your draft differs.')}
                </p>
              )}
              {restored.unfinished.length > 0 && (
                <p className={noteClass}>{unfinishedInWords(restored.unfinished)}</p>
              )}
            </div>
            <Button variant="outlined" disabled={phase === 'saving'} onClick={() => setIsAsking(true)}>
              {t('Start over')}
            </Button>
          </div>
        )}
      </Notice>
      {isAsking && (
        <ConfirmDialog
          title={t('Start over?')}
          text={t('This deletes the draft from this device. You cannot undo this.')}
          confirmLabel={t('Remove the Draft')}
          cancelLabel={t('Keep It')}
          onConfirm={() => {
            startOver();
            onStartedOver();
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

function MissingNotice({ form: { missing } }: { form: PropertyForm }) {
  return (
    <p className="flex flex-wrap gap-x-2 text-muted text-sm" role="status">
      <strong className="text-ink">{t('Only you see this draft.')}</strong>
      <span>
        {missing.length > 0
          ? t('Still needed: {fields}', { fields: missingWords(missing) })
          : t('It has all that a listing needs.')}
      </span>
    </p>
  );
}

const noteClass = 'mt-0.5 font-[450]';

const unfinishedInWords = (names: readonly string[]) =>
  t(
    '{names} had not finished uploading. {count, plural, one {Please add it again.} other {Please add them again.}}',
    { names: names.map((name) => `"${name}"`).join(', '), count: names.length },
  );

const ruledClass = 'not-first:pt-6 lg:not-first:pt-8 not-first:border-t border-line';

function FormSection({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section
      className={`grid grid-cols-1 lg:grid-cols-[13rem_minmax(0,1fr)] gap-y-4 gap-x-8 ${ruledClass}`}
      aria-labelledby={titleId}
    >
      <header>
        <h3 className="text-base" id={titleId}>
          {title}
        </h3>
        <p className="mt-1 text-muted text-sm leading-[1.5]">{text}</p>
      </header>
      <div className="grid grid-cols-1 content-start gap-4">{children}</div>
    </section>
  );
}

function FormFooter(props: { form: PropertyForm; submitLabel: string; isUploadingPlans: boolean }) {
  const { form, submitLabel, isUploadingPlans } = props;
  const cancel = useCloseDialog();
  const { phase } = form;
  return (
    <footer className="bottom-bar flex items-center justify-between gap-4 px-6 max-md:grid max-md:grid-cols-1 max-md:gap-2 max-md:px-4">
      <p className="min-w-0 text-muted text-sm leading-[1.4] max-md:text-center max-md:empty:hidden" role="status">
        {stateInWords(form)}
      </p>
      <div className="flex flex-none gap-3 max-md:flex-wrap max-md:*:flex-[1_1_auto]">
        {phase === 'waiting' ? (
          <Button variant="outlined" onClick={form.stopWaiting}>
            {t('Stop Waiting')}
          </Button>
        ) : (
          <Button variant="outlined" disabled={phase === 'saving'} onClick={cancel}>
            {t('Cancel')}
          </Button>
        )}
        {form.mayBeDraft && (
          <Button variant="outlined" disabled={phase !== 'idle' || isUploadingPlans} onClick={form.saveDraft}>
            {t('Save draft')}
          </Button>
        )}
        <Button
          type="submit"
          className={form.mayBeDraft ? 'max-md:min-w-full max-md:order-first' : ''}
          disabled={phase !== 'idle' || isUploadingPlans}
          aria-busy={phase !== 'idle'}
        >
          {phase === 'saving' ? t('Saving...') : submitLabel}
        </Button>
      </div>
    </footer>
  );
}

function stateInWords({ phase, shelf, draftState }: PropertyForm): string | null {
  const pending = pendingOf(shelf.pictures);
  const count = pending.length;
  if (phase === 'waiting' && count > 0)
    return pending.some(({ status }) => status !== 'waiting')
      ? t('Saving as soon as {count, plural, one {# image is} other {# images are}} uploaded', { count })
      : t(
          '{count, plural, one {# image is} other {# images are}} waiting for the connection. We will then save automatically.',
          { count },
        );
  if (draftState === 'lost') return t('This device has no room to keep your draft');
  return draftState === 'kept' ? t('Draft saved on this device') : null;
}
