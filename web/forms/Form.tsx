import {
  type ComponentProps,
  createContext,
  type FormEvent,
  type ReactNode,
  type Ref,
  use,
  useEffect,
  useState,
} from 'react';
import type { Control, FieldValues } from 'react-hook-form';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import type { ToastAction } from '#web/ui/dialogs/showToast.ts';
import { Notice } from '#web/ui/states/Notice.tsx';

const LockContext = createContext(false);

export const useIsLocked = () => use(LockContext);

const ControlContext = createContext<Control | null>(null);

export function useFormControl<Values extends FieldValues = FieldValues>(): Control<Values> {
  const control = use(ControlContext);
  if (!control) throw new Error('A field stands outside of a form');
  return control as unknown as Control<Values>;
}

/** State of a form that its dialog needs before closing. */
export interface OpenForm {
  isDirty: boolean;
  isSending: boolean;
  /** Stores the draft on this device; false if that failed. Absent if drafts are not stored. */
  keepDraft?: (() => boolean) | undefined;
  forgetDraft?: (() => void) | undefined;
  /** A further use of the stored draft, offered as the dialog closes. */
  offerDraft?: (() => ToastAction | undefined) | undefined;
}

/** Reports the form to its dialog; null after unmounting. */
export const OpenFormContext = createContext<((form: OpenForm | null) => void) | null>(null);

interface FormProps<Values extends FieldValues> extends Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> {
  /** From useForm; fields get it by context. */
  form: {
    control: Control<Values>;
    element: Ref<HTMLFormElement>;
    submit(event: FormEvent): void;
    isLocked: boolean;
  } & Partial<OpenForm>;
}

/** Without the browser's validation messages. */
export function Form<Values extends FieldValues>(props: FormProps<Values>) {
  const { form, className = 'grid grid-cols-1 gap-4 wrap-break-word', ...element } = props;
  const tell = use(OpenFormContext);
  const { isDirty = false, isSending = false, keepDraft, forgetDraft, offerDraft } = form;
  useEffect(() => {
    tell?.({ isDirty, isSending, keepDraft, forgetDraft, offerDraft });
  }, [tell, isDirty, isSending, keepDraft, forgetDraft, offerDraft]);
  useEffect(() => () => tell?.(null), [tell]);
  return (
    <LockContext value={form.isLocked}>
      <ControlContext value={form.control as unknown as Control}>
        <form {...element} ref={form.element} className={className} noValidate onSubmit={form.submit} />
      </ControlContext>
    </LockContext>
  );
}

export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className="grid grid-fit-[13rem] gap-4 min-w-0">{children}</div>;
}

/** The form's error that belongs to no field. */
export function FormBanner({ message }: { message: string | null | undefined }) {
  return <Notice kind="error">{message}</Notice>;
}

interface FormActionsProps {
  isDisabled?: boolean;
  submitLabel: string;
  sendingLabel: string;
  onCancel(): void;
  isDangerous?: boolean;
  cancelLabel?: string;
}

export function FormActions(props: FormActionsProps) {
  const { isDisabled = false, submitLabel, sendingLabel, onCancel, isDangerous = false } = props;
  const { cancelLabel = t('Cancel') } = props;
  const isSending = useIsLocked();
  return (
    <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
      <Button variant="outlined" disabled={isSending} onClick={onCancel}>
        {cancelLabel}
      </Button>
      <Button type="submit" isDangerous={isDangerous} disabled={isDisabled || isSending} aria-busy={isSending}>
        {isSending ? sendingLabel : submitLabel}
      </Button>
    </div>
  );
}

interface SaveRowProps {
  isDirty: boolean;
  isSaving: boolean;
  /** Start of the last successful save (ms since 1970), or null. */
  savedAt: number | null;
  error: string | null;
  onDiscard?: () => void;
}

/** Specification, part 3 §9. */
const SAVED_MS = 3_000;

export function SaveRow({ isDirty, isSaving, savedAt, error, onDiscard }: SaveRowProps) {
  const [toldOf, setToldOf] = useState(savedAt);
  const isTold = savedAt !== null && savedAt !== toldOf;

  useEffect(() => {
    if (savedAt === null) return;
    const timer = setTimeout(() => setToldOf(savedAt), SAVED_MS);
    return () => clearTimeout(timer);
  }, [savedAt]);

  return (
    <div className="grid gap-3 mt-6">
      <Notice kind="error">{error}</Notice>
      <Notice kind="success">{isTold && t('Settings saved successfully!')}</Notice>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={!isDirty || isSaving} aria-busy={isSaving}>
          {isSaving ? t('Saving...') : t('Save Changes')}
        </Button>
        {onDiscard && isDirty && (
          <Button variant="outlined" disabled={isSaving} onClick={onDiscard}>
            {t('Discard')}
          </Button>
        )}
      </div>
    </div>
  );
}
