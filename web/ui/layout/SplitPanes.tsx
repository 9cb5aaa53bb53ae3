import { isValidElement, type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { readStored, writeStored } from '#web/lib/store.ts';
import { ErrorBoundary } from '../states/EmptyState.tsx';

interface PaneSize {
  /** In pixels. */
  initial: number;
  min: number;
  max: number;
  /** Accessible name of the separator: 'Width of the queue'. */
  label: string;
}

interface Pane {
  id: string;
  /** Omitted for the flexible pane, which gets the remaining width. */
  size?: PaneSize;
  content: ReactNode;
}

interface SplitPanesProps {
  panes: readonly Pane[];
  /** Key of the stored widths. */
  storageKey: string;
}

const STEP = 16;
const BIG_STEP = 64;

type Widths = Readonly<Record<string, number>>;

function readWidths(key: string): Widths {
  const stored = readStored('localStorage', key);
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([, width]) => Number.isFinite(width)));
}

const clamp = (width: number, { min, max }: PaneSize) => Math.round(Math.min(max, Math.max(min, width)));

/** Panes side by side that scroll separately. Separators are moved by pointer or arrow keys; a double click resets one. */
export function SplitPanes({ panes, storageKey }: SplitPanesProps) {
  const [widths, setWidths] = useState(() => readWidths(storageKey));
  const flexible = panes.findIndex(({ size }) => !size);
  const widthOf = (id: string, size: PaneSize) => clamp(widths[id] ?? size.initial, size);
  // In narrow windows, sized panes shrink to their least width before the flexible one does.
  const columns = panes.map(({ id, size }) =>
    size ? `minmax(${size.min}px, ${widthOf(id, size)}px)` : 'minmax(min(26rem, 55%), 1fr)',
  );
  const change = (id: string, width: number, isKept: boolean) => {
    const next = { ...widths, [id]: width };
    setWidths(next);
    if (isKept) writeStored('localStorage', storageKey, next);
  };

  return (
    <div
      className="grid grid-rows-[minmax(0,1fr)] h-full min-w-0"
      style={{ gridTemplateColumns: columns.join(' ') }}
    >
      {panes.map(({ id, size, content }, at) => (
        <div
          key={id}
          className="relative grid grid-cols-1 grid-rows-1 min-w-0 min-h-0 not-first:border-l border-l-line"
        >
          {/* Content for something else is shown again. */}
          <ErrorBoundary key={isValidElement(content) ? content.key : null}>{content}</ErrorBoundary>
          {size && (
            <PaneHandle
              size={size}
              width={widthOf(id, size)}
              direction={at < flexible ? 1 : -1}
              onChange={(width, isKept) => change(id, width, isKept)}
            />
          )}
        </div>
      ))}
    </div>
  );
}

interface PaneHandleProps {
  size: PaneSize;
  width: number;
  /** 1 if the pane grows to the right, else -1. */
  direction: 1 | -1;
  onChange(width: number, isKept: boolean): void;
}

function PaneHandle({ size, width, direction, onChange }: PaneHandleProps) {
  const drag = useRef<{ from: number; width: number } | null>(null);

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    // Starts from the visible width, as panes shrink in narrow windows.
    const seen = event.currentTarget.parentElement?.offsetWidth ?? width;
    drag.current = { from: event.clientX, width: seen };
  };
  const onPointerMove = ({ clientX }: PointerEvent) => {
    if (drag.current) onChange(clamp(drag.current.width + (clientX - drag.current.from) * direction, size), false);
  };
  const onPointerUp = () => {
    if (drag.current) onChange(width, true);
    drag.current = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? BIG_STEP : STEP;
    const targets: Record<string, number> = {
      ArrowRight: width + step * direction,
      ArrowLeft: width - step * direction,
      Home: size.min,
      End: size.max,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    onChange(clamp(target, size), true);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> takes no focus and has no value
    <div
      className={`pane-edge ${direction === 1 ? '-right-1' : '-left-1'}`}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={size.label}
      aria-valuenow={width}
      aria-valuemin={size.min}
      aria-valuemax={size.max}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onDoubleClick={() => onChange(size.initial, true)}
      onKeyDown={onKeyDown}
    />
  );
}
