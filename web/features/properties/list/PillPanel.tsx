import { type FocusEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { type OwnPlace, OwnPlacesButton } from '#web/features/ownPlaces/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { useStore } from '#web/lib/store.ts';
import { useMediaQuery } from '#web/lib/useMediaQuery.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { showsCosts } from '../cards/PropertyCard.tsx';
import { FilterPanel } from './Filters.tsx';
import { type ListQuery, type ListState, type ListStateControl, writeReach } from './listState.ts';
import type { PillName } from './listWords.ts';

interface PanelFrameProps {
  label: string;
  /** Of its pill, in pixels from the row's left edge. */
  left: number;
  closeLabel: string;
  onClose(): void;
  /** The focus or a press went elsewhere, and stays there. */
  onLeave(): void;
}

interface PillPanelProps extends PanelFrameProps {
  panel: PillName | 'view';
  state: ListState;
  query: ListQuery;
  onChange: ListStateControl['change'];
}

/** The panel that a pill of the filter row opens. */
export function PillPanel({ panel, state, query, onChange, ...frame }: PillPanelProps) {
  return (
    <PanelFrame {...frame}>
      {panel === 'view' ? (
        <ViewOptions onSaved={(places) => onChange({ reaches: reachesOf(places) })} />
      ) : (
        <FilterPanel pill={panel} {...{ state, query, onChange }} />
      )}
    </PanelFrame>
  );
}

/** Places with a longest time are a filter of the list; the others are only shown. */
const reachesOf = (places: readonly OwnPlace[]) =>
  places.flatMap(({ name, max_minutes, ...place }) =>
    max_minutes === null ? [] : [writeReach({ ...place, minutes: max_minutes }, name)],
  );

function ViewOptions({ onSaved }: { onSaved(places: readonly OwnPlace[]): void }) {
  const hasCosts = useStore(showsCosts);
  return (
    <div className="grid gap-2">
      <Button
        variant="outlined"
        aria-pressed={hasCosts}
        className="aria-pressed:bg-primary-soft"
        onClick={() => showsCosts.set(!hasCosts)}
      >
        {t('Show costs')}
      </Button>
      <OwnPlacesButton label={t('Minutes to my places')} onSaved={onSaved} />
    </div>
  );
}

/** As wide as the row at most, and as high as the window below it. */
const panelSize =
  'top-full w-[min(26rem,100%)] max-w-none max-h-[calc(100dvh_-_var(--s-header-height)_-_5rem)] overflow-y-auto';

/** Below its pill; on a phone a sheet. */
function PanelFrame({
  label,
  left,
  closeLabel,
  onClose,
  onLeave,
  children,
}: PanelFrameProps & { children: ReactNode }) {
  const isPhone = useMediaQuery('belowLg');
  const panel = useRef<HTMLDivElement>(null);
  const onPress = useEffectEvent(({ target }: PointerEvent) => {
    if (!(target instanceof Element) || !panel.current) return;
    if (!panel.current.contains(target) && !target.closest('[data-pill]')) onLeave();
  });
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, []);
  if (isPhone)
    return (
      <Dialog title={label} onClose={onClose}>
        <div className="@container">{children}</div>
        <Button className="w-full mt-5" onClick={onClose}>
          {closeLabel}
        </Button>
      </Dialog>
    );
  return (
    <div
      ref={panel}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      className={`menu @container p-4 focus:outline-none ${panelSize}`}
      style={{ left: `clamp(0px, ${Math.round(left)}px, max(0px, 100% - 26rem))` }}
      onKeyDown={({ key, target }) => {
        const isOfDialogAbove = target instanceof Element && target.closest('dialog') !== null;
        if (key === 'Escape' && !isOfDialogAbove) onClose();
      }}
      onBlur={({ currentTarget, relatedTarget }: FocusEvent<HTMLDivElement>) => {
        if (!(relatedTarget instanceof Element) || currentTarget.contains(relatedTarget)) return;
        if (!relatedTarget.closest('[data-pill]')) onLeave();
      }}
    >
      {children}
    </div>
  );
}
