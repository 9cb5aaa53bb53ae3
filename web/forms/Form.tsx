import { CircleAlert } from 'lucide-react';
import { type ComponentProps, createContext, type FormEvent, type Ref, use, useEffect } from 'react';
import { Button } from '#web/ui/Button.tsx';
import styles from './form.module.css';

const LockContext = createContext(false);

/** Whether the form is being sent, and its fields must wait. */
export const useIsLocked = () => use(LockContext);

/** What a dialog must know of the form in it before it closes. */
export interface OpenForm {
  isDirty: boolean;
  isSending: boolean;
  /** Keeps what is typed on this device; false where that is not possible. Absent where nothing is kept. */
  keepDraft?: (() => boolean) | undefined;
  forgetDraft?: (() => void) | undefined;
}

/** Tells the dialog around a form about it; null once it is gone. */
export const OpenFormContext = createContext<((form: OpenForm | null) => void) | null>(null);

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> {
  form: {
    element: Ref<HTMLFormElement>;
    submit(event: FormEvent): void;
    isLocked: boolean;
  } & Partial<OpenForm>;
}

/** Our own sentences are shown, not the browser's. */
export function Form({ form, className = styles.form, ...element }: FormProps) {
  const tell = use(OpenFormContext);
  const { isDirty = false, isSending = false, keepDraft, forgetDraft } = form;
  useEffect(() => {
    tell?.({ isDirty, isSending, keepDraft, forgetDraft });
  }, [tell, isDirty, isSending, keepDraft, forgetDraft]);
  useEffect(() => () => tell?.(null), [tell]);
  return (
    <LockContext value={form.isLocked}>
      <form {...element} ref={form.element} className={className} noValidate onSubmit={form.submit} />
    </LockContext>
  );
}

/** What is wrong with the form as a whole. */
export function FormBanner({ message }: { message: string | null | undefined }) {
  return (
    <div role="alert" className="empty:hidden">
      {message && (
        <p
          className={`flex gap-2.5 py-3 px-3.5 border border-[color-mix(in_srgb,var(--s-danger)_35%,transparent)] rounded-[0.625rem] bg-danger-soft text-danger text-sm font-[550] leading-[1.45] ${styles.banner}`}
        >
          <CircleAlert size={18} aria-hidden="true" />
          {message}
        </p>
      )}
    </div>
  );
}

interface FormActionsProps {
  isSending: boolean;
  submitLabel: string;
  sendingLabel: string;
  onCancel(): void;
  isDangerous?: boolean;
}

/** The foot of a dialog's form. */
export function FormActions({
  isSending,
  submitLabel,
  sendingLabel,
  onCancel,
  isDangerous = false,
}: FormActionsProps) {
  return (
    <div className={`flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse ${styles.actions}`}>
      <Button variant="outlined" disabled={isSending} onClick={onCancel}>
        Cancel
      </Button>
      <Button
        type="submit"
        className={isDangerous ? styles.confirmDanger : undefined}
        disabled={isSending}
        aria-busy={isSending}
      >
        {isSending ? sendingLabel : submitLabel}
      </Button>
    </div>
  );
}
