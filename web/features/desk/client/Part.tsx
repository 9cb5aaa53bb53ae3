import { type ReactNode, useId, useState } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { useModal } from '#web/ui/dialogs/Dialog.tsx';

type PartProps = { title: string; isTitleHidden?: boolean; act?: ReactNode; children: ReactNode };

export function Part({ title, isTitleHidden = false, act, children }: PartProps) {
  const id = useId();
  return (
    <section className="grid grid-cols-1 gap-2 py-3 px-4 border-t border-t-line" aria-labelledby={id}>
      <div className={isTitleHidden ? 'visuallyHidden' : 'flex items-center justify-between min-h-6'}>
        <h3 id={id} className="text-muted text-caption font-bold tracking-[0.02em]">
          {title}
        </h3>
        {act}
      </div>
      {children}
    </section>
  );
}

interface FewOfProps<Entry> {
  entries: readonly Entry[];
  label: string;
  first?: number;
  /** An item, with its key. */
  children(entry: Entry): ReactNode;
}

/** A list that shows its first few entries, and the others on demand. */
export function FewOf<Entry>({ entries, label, first = 4, children }: FewOfProps<Entry>) {
  const [isWhole, setIsWhole] = useState(false);
  return (
    <>
      <ul className="grid grid-cols-1 gap-2" aria-label={label}>
        {entries.slice(0, isWhole ? undefined : first).map(children)}
      </ul>
      {!isWhole && entries.length > first && (
        <Button variant="plain" size="small" className="justify-self-start -ml-3" onClick={() => setIsWhole(true)}>
          {t('Show All ({count})', { count: entries.length })}
        </Button>
      )}
    </>
  );
}

interface DrawerProps {
  label: string;
  /** Its width, its height on a phone, and how it scrolls. */
  className: string;
  onClose(): void;
  children(close: () => void): ReactNode;
}

/** A dialog from the side, on a phone from below. */
export function Drawer({ label, className, onClose, children }: DrawerProps) {
  const { props, close, layer } = useModal({ onClose });
  return (
    <dialog
      {...props}
      className={`dialog dialog-drawer max-md:w-full max-md:mt-auto max-md:rounded-t-lg max-md:open:animate-rise ${className}`}
      aria-label={label}
    >
      {children(close)}
      {layer}
    </dialog>
  );
}
