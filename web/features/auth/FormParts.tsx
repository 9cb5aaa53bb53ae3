import { Lock, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIsLocked } from '#web/forms/Form.tsx';
import { t } from '#web/lib/i18n.tsx';
import { useLocation } from '#web/lib/router.tsx';
import { useTitle } from '#web/lib/useTitle.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { useSession } from './session.tsx';

/** A page with a narrow card. @param tabTitle the title in the browser's tab */
export function Sheet(props: { title: string; tabTitle?: string; children: ReactNode }) {
  const { title, tabTitle = title, children } = props;
  useTitle(tabTitle);
  return (
    <div className="grid py-section px-gutter [place-items:start_center]">
      <section className="grid gap-4 w-[min(27.5rem,100%)] py-8 px-6 panel shadow-sm">
        <h1>{title}</h1>
        {children}
      </section>
    </div>
  );
}

/** The button of a form: names its work while the form is sent, and cannot be pressed twice. */
export function SubmitButton({ label, busyLabel }: { label: string; busyLabel: string }) {
  const isBusy = useIsLocked();
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
      className="-my-2.5 -mx-0.5 py-2.5 px-0.5 rounded-[0.25rem] text-primary font-semibold hover:underline underline-offset-[0.2em]"
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
      className="flex gap-2.5 py-3 px-3.5 border border-primary/30 rounded-control bg-primary-soft text-sm font-[550] leading-[1.45]"
      role="status"
    >
      <Icon className="flex-none text-primary" size={22} />
      <span>{children}</span>
    </div>
  );
}

/** Replaces a personal page when its session has ended; logging in leads back to it. */
export function SignedOut({ title, text }: { title: string; text: string }) {
  const { openLogin } = useSession();
  const { pathname, search } = useLocation();
  return (
    <EmptyState
      headingLevel={1}
      icon={<Lock size={28} />}
      title={title}
      text={text}
      action={<Button onClick={() => openLogin(pathname + search)}>{t('Login')}</Button>}
    />
  );
}
