import { CircleAlert } from 'lucide-react';
import { type ComponentProps, createContext, type FormEvent, type ReactNode, type Ref, use } from 'react';
import { Button } from '#web/ui/Button.tsx';

const LockContext = createContext(false);

/** Whether the form is being sent, and its fields must wait. */
export const useIsLocked = () => use(LockContext);

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> {
  form: { element: Ref<HTMLFormElement>; submit(event: FormEvent): void; isLocked: boolean };
}

/** Our own sentences are shown, not the browser's. */
export function Form({ form, className = 'grid grid-cols-1 gap-4 wrap-break-word', ...element }: FormProps) {
  return (
    <LockContext value={form.isLocked}>
      <form {...element} ref={form.element} className={className} noValidate onSubmit={form.submit} />
    </LockContext>
  );
}

/** Two fields beside each other where there is room. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-4 min-w-0">
      {children}
    </div>
  );
}

/** What is wrong with the form as a whole. */
export function FormBanner({ message }: { message: string | null | undefined }) {
  return (
    <div role="alert" className="empty:hidden">
      {message && (
        <p className="flex gap-2.5 py-3 px-3.5 border border-[color-mix(in_srgb,var(--s-danger)_35%,transparent)] rounded-[0.625rem] bg-danger-soft text-danger text-sm font-[550] leading-[1.45]">
          <CircleAlert className="flex-none" size={18} aria-hidden="true" />
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
    <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
      <Button variant="outlined" disabled={isSending} onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" isDangerous={isDangerous} disabled={isSending} aria-busy={isSending}>
        {isSending ? sendingLabel : submitLabel}
      </Button>
    </div>
  );
}
