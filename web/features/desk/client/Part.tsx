import { type ReactNode, useId, useState } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';

interface PartProps {
  title: string;
  isTitleHidden?: boolean;
  /** At the end of the title. */
  act?: ReactNode;
  children: ReactNode;
}

/** A titled part of the client pane. */
export function Part({ title, isTitleHidden = false, act, children }: PartProps) {
  const id = useId();
  return (
    <section className="grid grid-cols-1 gap-2 py-3 px-4 border-t border-t-line" aria-labelledby={id}>
      <div className={isTitleHidden ? 'visuallyHidden' : 'flex items-center justify-between min-h-6'}>
        <h3 id={id} className="text-muted text-[0.8125rem] font-bold tracking-[0.02em]">
          {title}
        </h3>
        {act}
      </div>
      {children}
    </section>
  );
}

/** A list that shows its first few entries, and the others on demand. */
export function FewOf<Entry>({
  entries,
  label,
  first = 4,
  children,
}: {
  entries: readonly Entry[];
  label: string;
  /** How many are shown at first. */
  first?: number;
  /** An item, with its key. */
  children(entry: Entry): ReactNode;
}) {
  const [isWhole, setIsWhole] = useState(false);
  return (
    <>
      <ul className="grid grid-cols-1 gap-2" aria-label={label}>
        {entries.slice(0, isWhole ? undefined : first).map(children)}
      </ul>
      {!isWhole && entries.length > first && (
        <Button
          variant="plain"
          size="small"
          className="justify-self-start -ml-3"
          onClick={() => setIsWhole(true)}
        >
          {t('Show All ({count})', { count: entries.length })}
        </Button>
      )}
    </>
  );
}
