import {
  DomEvent,
  divIcon,
  type LatLng as LeafletLatLng,
  type Map as LeafletMap,
  type Marker as LeafletMarker,
  point,
  polyline,
} from 'leaflet';
import { useEffect, useMemo, useRef } from 'react';
import { Marker, Polygon, Polyline, useMap, useMapEvents } from 'react-leaflet';
import type { LatLng } from '#shared/places.ts';
import { t } from '#web/lib/i18n.tsx';
import { matchesMedia } from '#web/lib/useMediaQuery.ts';
import { ActionMarker } from './ActionMarker.tsx';
import { type DrawnArea, MAX_DRAWN_POINTS, MIN_CORNERS, middleOf, movedTo, scaled, simplified } from './areas.ts';
import { roundMark, strokes } from './markerIcons.ts';

/** The current act on the drawn areas; null: none. */
export type Drawing =
  | { tool: 'freehand' }
  | { tool: 'corners'; corners: LatLng[] }
  | { tool: 'edit'; index: number; area: DrawnArea }
  | null;

interface AreaLayersProps {
  areas: readonly DrawnArea[];
  drawing: Drawing;
  onDraw(drawing: Drawing): void;
  /** A new area is complete. */
  onAdd(area: DrawnArea): void;
  /** The edited one, after each step. */
  onEdit(index: number, area: DrawnArea): void;
}

/** The drawn areas, and drawing itself: by hand, corner by corner, and by moving existing areas. */
export function AreaLayers({ areas, drawing, onDraw, onAdd, onEdit }: AreaLayersProps) {
  const map = useMap();
  const tool = drawing?.tool;
  useEffect(() => {
    // Markers and their popups are out of the way of a line.
    const container = map.getContainer();
    if (tool) {
      container.dataset.drawing = tool;
      map.closePopup();
    } else delete container.dataset.drawing;
  }, [map, tool]);
  return (
    <>
      {areas.map((area, index) =>
        drawing?.tool === 'edit' && drawing.index === index ? (
          <EditedArea
            // biome-ignore lint/suspicious/noArrayIndexKey: an area is its place in the address
            key={`edited-${index}`}
            number={index + 1}
            area={drawing.area}
            onChange={(next) => onDraw({ ...drawing, area: next })}
            onStep={(next) => {
              onDraw({ ...drawing, area: next });
              onEdit(index, next);
            }}
            onDone={() => onDraw(null)}
          />
        ) : (
          <ShownArea
            // biome-ignore lint/suspicious/noArrayIndexKey: an area is its place in the address
            key={`shown-${index}`}
            number={index + 1}
            area={area}
            isQuiet={tool !== undefined}
            onActivate={() => onDraw({ tool: 'edit', index, area })}
          />
        ),
      )}
      {tool === 'freehand' && <Freehand onDrawn={onAdd} />}
      {drawing?.tool === 'corners' && (
        <Corners
          corners={drawing.corners}
          onChange={(corners) => onDraw({ tool: 'corners', corners })}
          onDrawn={onAdd}
        />
      )}
    </>
  );
}

const areaClass = '[fill:var(--map-area)] [fill-opacity:0.12] [stroke:var(--map-area)] [stroke-width:2.5px]';
const lineClass = '[fill:none] [stroke:var(--map-area)] [stroke-width:3px]';

/** A round sign, larger to a finger. */
function badge(text: string, className: string, size: number) {
  return divIcon({
    className: 'group/mark grid place-items-center',
    html: `<span class="${roundMark} ${className}">${text}</span>`,
    iconSize: [size, size],
  });
}

const BADGE_PX = 32;
const FINGER_PX = 44;
const toPoint = () => (matchesMedia('coarsePointer') ? FINGER_PX : BADGE_PX);

const PENCIL = strokes('M12 20h9M16.5 3.5a2.12 2.12 0 0 1 3 3L7 19l-4 1 1-4z', 16);

const filled = 'w-full h-full bg-[var(--map-area)] text-white';

interface ShownAreaProps {
  number: number;
  area: DrawnArea;
  /** Another area is being drawn. */
  isQuiet: boolean;
  onActivate(): void;
}

function ShownArea({ number, area, isQuiet, onActivate }: ShownAreaProps) {
  const icon = useMemo(() => badge(PENCIL, filled, toPoint()), []);
  const northmost = useMemo(
    () => area.reduce((highest, corner) => (corner.lat > highest.lat ? corner : highest)),
    [area],
  );
  return (
    <>
      <Polygon positions={area} className={areaClass} interactive={false} />
      {!isQuiet && (
        <ActionMarker
          position={northmost}
          icon={icon}
          label={t('Edit drawn area {number}', { number })}
          onActivate={onActivate}
          isRaised
        />
      )}
    </>
  );
}

/** Fewer strokes than this are a slip of the finger. */
const MIN_LINE_PX = 24;

function Freehand({ onDrawn }: { onDrawn(area: DrawnArea): void }) {
  const map = useMap();
  const drawn = useRef(onDrawn);
  drawn.current = onDrawn;
  useEffect(() => {
    const container = map.getContainer();
    const line = polyline([], { className: lineClass, interactive: false }).addTo(map);
    let pointer: number | null = null;
    const wasDraggable = map.dragging.enabled();
    map.dragging.disable();
    map.boxZoom.disable();

    const drop = () => {
      pointer = null;
      line.setLatLngs([]);
    };
    const begin = (event: PointerEvent) => {
      if (event.button !== 0 || isOnControl(event)) return;
      // A second finger zooms.
      if (pointer !== null) {
        drop();
        return;
      }
      pointer = event.pointerId;
      container.setPointerCapture(pointer);
      line.setLatLngs([map.mouseEventToLatLng(event)]);
    };
    const go = (event: PointerEvent) => {
      if (event.pointerId === pointer) line.addLatLng(map.mouseEventToLatLng(event));
    };
    const end = (event: PointerEvent) => {
      if (event.pointerId !== pointer) return;
      const places = line.getLatLngs() as LeafletLatLng[];
      drop();
      const pixels = places.map((place) => map.latLngToLayerPoint(place));
      const corners = simplified(pixels).flatMap((index) => places[index] ?? []);
      if (corners.length >= MIN_CORNERS && extent(pixels) >= MIN_LINE_PX) drawn.current(corners.map(plain));
    };
    const listening = new AbortController();
    const { signal } = listening;
    container.addEventListener('pointerdown', begin, { signal });
    container.addEventListener('pointermove', go, { signal });
    container.addEventListener('pointerup', end, { signal });
    container.addEventListener('pointercancel', drop, { signal });
    return () => {
      listening.abort();
      line.remove();
      if (wasDraggable) map.dragging.enable();
      map.boxZoom.enable();
    };
  }, [map]);
  return null;
}

const plain = ({ lat, lng }: LatLng): LatLng => ({ lat, lng });

const isOnControl = ({ target }: Event) =>
  target instanceof Element && target.closest('.leaflet-control') !== null;

function extent(pixels: readonly { x: number; y: number }[]): number {
  const xs = pixels.map(({ x }) => x);
  const ys = pixels.map(({ y }) => y);
  return Math.min(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
}

/** So near to the first corner that the area is closed. */
const CLOSING_PX = 14;

interface CornersProps {
  corners: readonly LatLng[];
  onChange(corners: LatLng[]): void;
  onDrawn(area: DrawnArea): void;
}

/** By clicks; with the keyboard the arrows move the map and Enter puts a corner at the cross in its middle. */
function Corners({ corners, onChange, onDrawn }: CornersProps) {
  const map = useMap();
  const add = (place: LatLng) => {
    const [first] = corners;
    const isClosing =
      first !== undefined &&
      map.latLngToContainerPoint(first).distanceTo(map.latLngToContainerPoint(place)) < CLOSING_PX;
    if (isClosing) {
      if (corners.length >= MIN_CORNERS) onDrawn([...corners]);
    } else if (corners.length < MAX_DRAWN_POINTS) onChange([...corners, plain(place)]);
  };
  const latest = useRef(add);
  latest.current = add;
  const undo = useRef(() => {});
  undo.current = () => onChange(corners.slice(0, -1));

  useMapEvents(useMemo(() => ({ click: ({ latlng }: { latlng: LatLng }) => latest.current(latlng) }), []));
  useEffect(() => {
    const container = map.getContainer();
    const wasZooming = map.doubleClickZoom.enabled();
    map.doubleClickZoom.disable();
    container.focus({ preventScroll: true });
    const press = (event: KeyboardEvent) => {
      if (event.target !== container) return;
      if (event.key === 'Enter' || event.key === ' ') latest.current(map.getCenter());
      else if (event.key === 'Backspace') undo.current();
      else return;
      event.preventDefault();
    };
    container.addEventListener('keydown', press);
    return () => {
      container.removeEventListener('keydown', press);
      if (wasZooming) map.doubleClickZoom.enable();
    };
  }, [map]);

  return (
    <>
      <Polyline positions={[...corners]} className={lineClass} interactive={false} />
      {corners.map((corner, index) => (
        <Marker
          key={`${corner.lat} ${corner.lng}`}
          position={corner}
          icon={index === 0 ? firstCornerIcon : cornerIcon}
          interactive={false}
          keyboard={false}
        />
      ))}
    </>
  );
}

const dot = 'w-full h-full bg-surface border-[var(--map-area)] border-3';
const cornerIcon = badge('', dot, 14);
const firstCornerIcon = badge('', dot, 20);

const MOVE = strokes('M12 2v20M2 12h20M9 5l3-3 3 3M9 19l3 3 3-3M5 9l-3 3 3 3M19 9l3 3-3 3', 18);
/** To a finger larger than it looks. */
const handle = 'w-4.5 h-4.5 bg-surface border-[var(--map-area)] border-3 group-hover/mark:scale-125';

const STEP_PX = 10;
const FINE_STEP_PX = 2;
const GROWTH = 1.1;

const arrows: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

function stepped(map: LeafletMap, place: LatLng, event: KeyboardEvent): LatLng | null {
  const arrow = arrows[event.key];
  if (!arrow) return null;
  const step = event.shiftKey ? FINE_STEP_PX : STEP_PX;
  const pixel = map.latLngToContainerPoint(place).add(point(arrow).multiplyBy(step));
  return plain(map.containerPointToLatLng(pixel));
}

interface EditedAreaProps {
  number: number;
  area: DrawnArea;
  /** While a handle is being dragged. */
  onChange(area: DrawnArea): void;
  /** Called when the handle is released. */
  onStep(area: DrawnArea): void;
  onDone(): void;
}

function EditedArea({ number, area, onChange, onStep, onDone }: EditedAreaProps) {
  const icons = useMemo(
    () => ({ move: badge(MOVE, filled, toPoint()), corner: badge('', handle, toPoint()) }),
    [],
  );
  const withCorner = (index: number, place: LatLng) => area.with(index, plain(place));
  const grow = () => onStep(scaled(area, GROWTH));
  const remove = (index: number) => {
    if (area.length > MIN_CORNERS) onStep(area.toSpliced(index, 1));
  };
  return (
    <>
      <Polygon positions={area} className={areaClass} interactive={false} />
      <Handle
        position={middleOf(area)}
        icon={icons.move}
        label={t('Move drawn area {number}', { number })}
        takesFocus
        onDrag={(place) => onChange(movedTo(area, place))}
        onDrop={(place) => onStep(movedTo(area, place))}
        keys={{ '+': grow, '=': grow, '-': () => onStep(scaled(area, 1 / GROWTH)), Escape: onDone }}
      />
      {area.map((corner, index) => (
        <Handle
          // biome-ignore lint/suspicious/noArrayIndexKey: a corner is its place in the line
          key={index}
          position={corner}
          icon={icons.corner}
          label={t('Point {number} of the drawn area', { number: index + 1 })}
          onDrag={(place) => onChange(withCorner(index, place))}
          onDrop={(place) => onStep(withCorner(index, place))}
          keys={{ Delete: () => remove(index), Backspace: () => remove(index), Escape: onDone }}
        />
      ))}
    </>
  );
}

interface HandleProps {
  position: LatLng;
  icon: ReturnType<typeof divIcon>;
  label: string;
  takesFocus?: boolean;
  onDrag(place: LatLng): void;
  onDrop(place: LatLng): void;
  /** By their names, beside the arrows. */
  keys: Record<string, () => void>;
}

/** A handle to drag, which the arrow keys move too. */
function Handle(props: HandleProps) {
  const { position, icon, label, takesFocus = false } = props;
  const map = useMap();
  const marker = useRef<LeafletMarker | null>(null);
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const element = marker.current?.getElement();
    if (!element) return;
    element.setAttribute('aria-label', label);
    element.onkeydown = (event) => {
      const { position, keys, onDrop } = latest.current;
      const next = stepped(map, position, event);
      const act = next ? () => onDrop(next) : keys[event.key];
      if (!act) return;
      act();
      // The map would move as well.
      DomEvent.stop(event);
    };
  }, [map, label]);
  useEffect(() => {
    if (takesFocus) marker.current?.getElement()?.focus({ preventScroll: true });
  }, [takesFocus]);
  const handlers = useMemo(
    () => ({
      drag: ({ target }: { target: LeafletMarker }) => latest.current.onDrag(target.getLatLng()),
      dragend: ({ target }: { target: LeafletMarker }) => latest.current.onDrop(target.getLatLng()),
    }),
    [],
  );
  return (
    <Marker ref={marker} position={position} icon={icon} draggable zIndexOffset={2000} eventHandlers={handlers} />
  );
}
