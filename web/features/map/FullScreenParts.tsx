import type { Map as LeafletMap } from 'leaflet';
import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp, List, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { MapCluster } from '#shared/contracts/properties.ts';
import type { LatLng } from '#shared/places.ts';
import type { PriceKind } from '#shared/priceTiers.ts';
import { t } from '#web/lib/i18n.tsx';
import { useSwipe } from '#web/lib/useSwipe.ts';
import { IconButton } from '#web/ui/controls/Button.tsx';
import { FloodLegend } from './FloodLayer.tsx';
import styles from './MapFrame.module.css';
import { CircleLegend, type CountsShown, PriceColors, ShownCount } from './MapLegend.tsx';
import { FollowSwitch } from './MapToolbar.tsx';
import { FULL_SCREEN_INSETS, isInView, type MapBounds, type MapItem } from './mapBasics.ts';
import { priceText } from './markerIcons.ts';

const pillClass = 'btn btn-medium py-1.5 rounded-[1.375rem] shadow-lg pointer-events-auto';
const keyClass = 'w-full max-w-md max-h-[calc(100cqh_-_10rem)] overflow-y-auto text-caption leading-[1.4]';

interface FloatingControlsProps extends CountsShown {
  kinds: readonly PriceKind[];
  circles: readonly { label: string }[];
  followsMap: boolean;
  onFollowMap(follows: boolean): void;
  toolbar: ReactNode;
  isDrawing: boolean;
  /** The card of the chosen listing; null: none is chosen. */
  card: ReactNode;
  onList(): void;
}

/** At the lower edge of a full-screen map: its tools, the count with the key behind it, the way to the list, a card. */
export function FloatingControls(props: FloatingControlsProps) {
  const { count, total, kinds, circles, toolbar, isDrawing, card, onList } = props;
  const [isOpened, setIsOpened] = useState(false);
  const keyId = useId();
  const isKeyShown = isOpened && !card && !isDrawing;
  const Chevron = isKeyShown ? ChevronDown : ChevronUp;
  return (
    <div className={`flex flex-col items-center gap-2 pointer-events-none ${styles.controls}`}>
      {!isKeyShown && !card && toolbar}
      {isKeyShown && (
        <section
          id={keyId}
          className={`panel rounded-md shadow-lg pointer-events-auto animate-rise ${keyClass}`}
          aria-label={t('Map key')}
        >
          <div className="grid gap-2 p-3">
            <FollowSwitch {...props} />
            <PriceColors kinds={kinds} />
          </div>
          {circles.length > 0 && <CircleLegend circles={circles} />}
          <FloodLegend />
        </section>
      )}
      {!isDrawing && (
        <div className="flex items-center justify-center gap-2 max-w-full">
          <button
            type="button"
            className={`${pillClass} btn-outlined min-w-0 border-line`}
            title={t('Map key')}
            aria-expanded={isKeyShown}
            aria-controls={isKeyShown ? keyId : undefined}
            onClick={() => setIsOpened(!isKeyShown)}
          >
            <span className="flex flex-wrap gap-x-1 min-w-0 text-left text-caption">
              <ShownCount count={count} total={total} />
            </span>
            <Chevron className="flex-none" size={16} />
          </button>
          <button type="button" className={`${pillClass} btn-primary flex-none`} onClick={onList}>
            <List size={18} />
            {t('List')}
          </button>
        </div>
      )}
      {!isDrawing && card}
    </div>
  );
}

/** A tapped listing, or a cluster that no zoom takes apart and one of its listings; null: its first. */
export type Choice<T extends MapItem> = { item: T; cluster: null } | { item: T | null; cluster: MapCluster };

interface CardSource<T extends MapItem> {
  marks: { points: readonly T[] };
  fitKey: string;
  renderCard: (item: T) => ReactNode;
  renderAddress: (cluster: MapCluster, show: (items: readonly T[]) => ReactNode) => ReactNode;
}

/** Pixels: about the height of a card, and of the pill above its spot. */
const CARD_PX = 190;
const PILL_PX = 40;

/**
 * The listing that was tapped on a full-screen map, and its card. A new search closes it.
 *
 * @param view the part of the map that is seen; the cards are of the listings in it, from west to east
 * @param onAct called before the map moves
 */
export function useChosenCard<T extends MapItem>(
  map: LeafletMap | null,
  { marks, fitKey, renderCard, renderAddress }: CardSource<T>,
  { view, isFullScreen, onAct }: { view: MapBounds | null; isFullScreen: boolean; onAct(): void },
) {
  const [last, setLast] = useState<{ choice: Choice<T>; fitKey: string } | null>(null);
  const chosen = isFullScreen && last?.fitKey === fitKey ? last.choice : null;
  const choose = (choice: Choice<T> | null) => setLast(choice && { choice, fitKey });
  const act = useRef(onAct);
  act.current = onAct;

  const place: LatLng | null = chosen?.item ?? chosen?.cluster ?? null;
  const lat = place?.lat;
  const lng = place?.lng;
  useEffect(() => {
    if (!map || lat === undefined || lng === undefined) return;
    const { top, right, bottom, left } = FULL_SCREEN_INSETS;
    act.current();
    map.panInside([lat, lng], {
      paddingTopLeft: [left + PILL_PX, top + PILL_PX],
      paddingBottomRight: [right, bottom + CARD_PX],
    });
  }, [map, lat, lng]);
  useEffect(() => {
    const close = () => setLast(null);
    map?.on('click', close);
    return () => void map?.off('click', close);
  }, [map]);

  const item = chosen?.item;
  const around = useMemo(() => {
    if (!item || !view) return item ? [item] : [];
    const others = marks.points.filter((point) => point.id !== item.id && isInView(view, point));
    return [...others, item].sort((one, other) => one.lng - other.lng || one.id - other.id);
  }, [item, view, marks.points]);

  const showSheet = (items: readonly T[]) => (
    <CardSheet
      items={items}
      current={item ?? null}
      renderCard={renderCard}
      onCurrent={(next) => chosen && choose({ ...chosen, item: next })}
      onClose={() => {
        map?.getContainer().querySelector<HTMLElement>('[aria-current="true"]')?.focus();
        setLast(null);
      }}
    />
  );
  return {
    chosen,
    choose,
    card: chosen && (chosen.cluster ? renderAddress(chosen.cluster, showSheet) : showSheet(around)),
  };
}

interface CardSheetProps<T extends MapItem> {
  /** In the order of the swipes; the last is followed by the first. */
  items: readonly T[];
  /** Null: the first. */
  current: T | null;
  renderCard: (item: T) => ReactNode;
  onCurrent(item: T): void;
  onClose(): void;
}

/** One card at the lower edge of the map; a swipe or an arrow key brings the next. */
function CardSheet<T extends MapItem>({ items, current, renderCard, onCurrent, onClose }: CardSheetProps<T>) {
  const at = Math.max(
    items.findIndex(({ id }) => id === current?.id),
    0,
  );
  const item = items[at];
  const sheet = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => sheet.current?.focus({ preventScroll: true }), []);
  const step = (by: -1 | 1) => {
    const next = items[(at + by + items.length) % items.length];
    if (!next || next === item) return;
    // The focused link goes with its card.
    if (content.current?.contains(document.activeElement)) sheet.current?.focus({ preventScroll: true });
    onCurrent(next);
  };
  const { offset, handlers } = useSwipe(step);
  if (!item) return null;
  const keys: Record<string, () => void> = {
    Escape: onClose,
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
  };
  return (
    <div
      ref={sheet}
      role="dialog"
      aria-label={`${item.title}, ${priceText(item)}`}
      tabIndex={-1}
      className="relative w-full max-w-md overflow-hidden panel shadow-lg touch-pan-y pointer-events-auto animate-rise"
      onKeyDown={(event: KeyboardEvent) => {
        const act = keys[event.key];
        if (!act) return;
        event.preventDefault();
        event.stopPropagation();
        act();
      }}
      {...handlers}
    >
      <div key={item.id} ref={content} className="p-3 animate-rise" style={{ translate: `${offset ?? 0}px` }}>
        {renderCard(item)}
      </div>
      <IconButton className="absolute top-1 right-1" label={t('Close')} icon={<X size={20} />} onClick={onClose} />
      {items.length > 1 && (
        <div className="flex items-center justify-between px-1 pb-1">
          <IconButton label={t('Previous property')} icon={<ChevronLeft size={20} />} onClick={() => step(-1)} />
          <p className="text-muted text-sm tabular-nums" aria-live="polite">
            <span className="visuallyHidden">{`${item.title}, `}</span>
            {t('{position} of {total}', { position: at + 1, total: items.length })}
          </p>
          <IconButton label={t('Next property')} icon={<ChevronRight size={20} />} onClick={() => step(1)} />
        </div>
      )}
    </div>
  );
}
