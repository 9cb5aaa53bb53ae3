import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/controls/Button.tsx';

interface SubmitButtonProps {
  label: string;
  busyLabel: string;
  isBusy: boolean;
}

/** Names its work while busy, and cannot be pressed twice. */
export function SubmitButton({ label, busyLabel, isBusy }: SubmitButtonProps) {
  return (
    <Button type="submit" size="large" disabled={isBusy} aria-busy={isBusy}>
      {isBusy ? busyLabel : label}
    </Button>
  );
}

export function LinkButton({ children, onClick }: { children?: ReactNode; onClick(): void }) {
  return (
    <button
      type="button"
      className="py-2.5 px-0.5 -my-2.5 -mx-0.5 border-0 rounded-[0.25rem] bg-transparent text-primary text-[length:inherit] font-semibold cursor-pointer hover:underline hover:underline-offset-[0.2em]"
      onClick={onClick}
    >
      {children}
    </button>
  );
}

/** Says that it is done. */
export function DoneNote({ Icon, children }: { Icon: LucideIcon; children: ReactNode }) {
  return (
    <div
      className="flex gap-2.5 py-3 px-3.5 border border-[color-mix(in_srgb,var(--s-primary)_30%,transparent)] rounded-[0.625rem] bg-primary-soft text-sm font-[550] leading-[1.45]"
      role="status"
    >
      <Icon className="flex-none text-primary" size={22} />
      <span>{children}</span>
    </div>
  );
}
