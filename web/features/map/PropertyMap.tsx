import {
  type LatLng,
  type LatLngBounds,
  type Map as LeafletMap,
  type Popup as LeafletPopup,
  latLngBounds,
  point as toPoint,
} from 'leaflet';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Circle, Popup, useMap, useMapEvents } from 'react-leaflet';
import type { MapCluster } from '#shared/contracts/properties.ts';
import type { Message } from '#shared/messages.ts';
import { PRICE_TIERS } from '#shared/priceTiers.ts';
import { t } from '#web/lib/i18n.tsx';
import { useStore } from '#web/lib/store.ts';
import { useMediaQuery } from '#web/lib/useMediaQuery.ts';
import { ActionMarker } from './ActionMarker.tsx';
import { AreaLayers, type Drawing } from './AreaLayers.tsx';
import { boundsOf, circleAround, type DrawnArea, MAX_AREAS, readArea, writeArea } from './areas.ts';
import { FloodLegend, FloodShapes } from './FloodLayer.tsx';
import { type Choice, FloatingControls, useChosenCard } from './FullScreenParts.tsx';
import { MapFrame } from './MapFrame.tsx';
import { CircleLegend, MapLegend } from './MapLegend.tsx';
import { MapToolbar } from './MapToolbar.tsx';
import {
  boundsAround,
  countIn,
  DEFAULT_CENTER,
  DEFAULT_ZOOM,
  FIT_PADDING_PX,
  FULL_SCREEN_INSETS,
  isInView,
  isOneSpot,
  MAX_ZOOM,
  type MapBounds,
  type MapItem,
  priceKindLabel,
  priceTierLabel,
  SINGLE_PROPERTY_ZOOM,
} from './mapBasics.ts';
import { clusterIcon, clusterKind, pillIcon, priceText } from './markerIcons.ts';
import { pointedItem, pointedMarker } from './pointedItem.ts';

interface MapCircle {
  center: { lat: number; lng: number };
  /** Metres. */
  radius: number;
  bounds: MapBounds;
  label: string;
}

interface MapMarks<T extends MapItem> {
  clusters: readonly MapCluster[];
  points: readonly T[];
}

export interface MapView {
  bounds: MapBounds;
  zoom: number;
}

export interface PropertyMapProps<T extends MapItem> {
  /** The clusters of the shown part of the map; the earlier ones stay until they are loaded. */
  marks: MapMarks<T>;
  /** Whether they are those of the part before, or none have come yet. */
  isOutdated: boolean;
  /** How many properties there are, in view or not. */
  total: number;
  /** The bounds of all listings; undefined: there are none. */
  extent: MapBounds | undefined;
  tileUrl: string;
  /** The inside of a popup, 280 px wide. */
  renderPopup: (item: T) => ReactNode;
  /** The same of a cluster that no zoom takes apart. @param onSize to be called whenever its size has changed */
  renderList: (cluster: MapCluster, onSize: () => void) => ReactNode;
  /** The inside of a card, which a map that fills a narrow window has in place of popups. */
  renderCard: (item: T) => ReactNode;
  /** Finds the listings of a cluster that no zoom takes apart, for their cards. */
  renderAddress: (cluster: MapCluster, show: (items: readonly T[]) => ReactNode) => ReactNode;
  /** Leads to the list, which a map that fills the window hides. */
  onList: () => void;
  /** After every pan and zoom, and once at the start. */
  onMove: (view: MapView, isByVisitor: boolean) => void;
  /** Acts on the shown part of the map, in the legend. */
  action: ReactNode;
  /** The search's state, over the top of the map. */
  notice: ReactNode;
  /** The area within the minutes of a place. */
  circles: readonly MapCircle[];
  /** Drawn on the map, as the address has them. */
  areas: readonly string[];
  /** @param isStep whether the area is still being moved or reshaped. */
  onAreas: (areas: string[], isStep: boolean) => void;
  /** Each move of the map is a search. */
  followsMap: boolean;
  onFollowMap: (follows: boolean) => void;
  /** The part of the map that was searched; shown in place of the items' extent. */
  fitArea?: MapBounds | undefined;
  /** Names the search that the items answer; the view is refitted only when it changes. */
  fitKey: string;
  /** The search came from the view itself, which stays. */
  keepsView: boolean;
}

const reachClass =
  '[fill:var(--map-reach)] [fill-opacity:0.07] [stroke:var(--map-reach)] [stroke-width:2.5px] [stroke-dasharray:8_7]';

/**
 * Properties on a map: price pills, clustered. Fills its parent, which gives it a height: in narrow windows all the room
 * below the search, where the controls float over the map and a card takes the place of popups.
 */
export function PropertyMap<T extends MapItem>(props: PropertyMapProps<T>) {
  const { marks, isOutdated, total, tileUrl, onMove, action, notice, followsMap, onFollowMap } = props;
  const [map, setMap] = useState<LeafletMap | null>(null);
  const [view, setView] = useState<MapBounds | null>(null);
  const isFullScreen = !useMediaQuery('xl');
  const shown = useShown(marks, view, isOutdated);
  // Moves by the map itself (fitting, room for a popup or the toolbar) are not the visitor's.
  const isVisitorMoving = useRef(false);
  const notByVisitor = () => {
    isVisitorMoving.current = false;
  };
  const tools = useDrawing(map, props, notByVisitor);
  useEffect(() => {
    if (map) return noteVisitor(map, isVisitorMoving);
  }, [map]);
  const { chosen, choose, card } = useChosenCard(map, props, { view, isFullScreen, onAct: notByVisitor });
  const isDrawing = tools.drawing !== null;
  const counts = { count: shown?.count ?? total, kinds: shown?.kinds ?? [], total };
  const toolbar = (
    <MapToolbar
      {...tools}
      onZoom={(step) => {
        isVisitorMoving.current = true;
        map?.zoomIn(step);
      }}
      isFloating={isFullScreen}
      followsMap={followsMap}
      onFollowMap={onFollowMap}
    />
  );

  return (
    <MapFrame
      ref={setMap}
      center={DEFAULT_CENTER}
      zoom={DEFAULT_ZOOM}
      tileUrl={tileUrl}
      label={t('Map of properties')}
      isFullScreen={isFullScreen}
      header={isFullScreen ? undefined : toolbar}
      overlay={
        <>
          {tools.drawing?.tool === 'corners' && <Cross />}
          <div
            className={`absolute inset-x-3 z-800 flex flex-col items-center gap-2 pointer-events-none ${isFullScreen ? 'top-15' : 'top-3'}`}
          >
            {isFullScreen && !isDrawing && action}
            {notice}
          </div>
          {isFullScreen && (
            <FloatingControls
              {...counts}
              circles={props.circles}
              {...{ followsMap, onFollowMap, toolbar, isDrawing, card }}
              onList={props.onList}
            />
          )}
        </>
      }
      footer={
        !isFullScreen && (
          <>
            <MapLegend {...counts} action={action} />
            {props.circles.length > 0 && <CircleLegend circles={props.circles} />}
            <FloodLegend />
          </>
        )
      }
    >
      <FitToItems
        {...props}
        area={props.fitArea ?? boundsOf(tools.areas)}
        isFullScreen={isFullScreen}
        onFit={notByVisitor}
      />
      <FloodShapes />
      {props.circles.map(({ center, radius, label }) => (
        <Circle
          key={`${label} ${center.lat},${center.lng}`}
          center={center}
          radius={radius}
          className={reachClass}
          interactive={false}
        />
      ))}
      <AreaLayers {...tools} />
      <PropertyMarks
        {...props}
        chosen={chosen}
        onChoose={isFullScreen ? choose : undefined}
        onView={(next) => {
          setView(next.bounds);
          onMove(next, isVisitorMoving.current);
          notByVisitor();
        }}
      />
    </MapFrame>
  );
}

/** The totals of the marks in view; while the next view loads, the earlier ones. Null before the first. */
function useShown(marks: MapMarks<MapItem>, view: MapBounds | null, isOutdated: boolean) {
  const counted = useMemo(() => view && countIn(view, marks), [marks, view]);
  const [shown, setShown] = useState<ReturnType<typeof countIn> | null>(null);
  if (isOutdated || shown === counted) return shown;
  setShown(counted);
  return counted;
}

/** @returns ends it. */
function noteVisitor(map: LeafletMap, isMoving: { current: boolean }): () => void {
  const container = map.getContainer();
  const begin = () => {
    isMoving.current = true;
  };
  const giveWay = () => {
    isMoving.current = false;
  };
  const acts = ['pointerdown', 'wheel', 'keydown'] as const;
  for (const act of acts) container.addEventListener(act, begin, { capture: true, passive: true });
  map.on('autopanstart', giveWay);
  return () => {
    for (const act of acts) container.removeEventListener(act, begin, { capture: true });
    map.off('autopanstart', giveWay);
  };
}

/** The drawn areas of the address, and the running edit. @param onAct called before each change */
function useDrawing(
  map: LeafletMap | null,
  { areas: texts, onAreas }: Pick<PropertyMapProps<MapItem>, 'areas' | 'onAreas'>,
  onAct: () => void,
) {
  const areas = useMemo(() => texts.map(readArea), [texts]);
  const [drawing, setDrawing] = useState<Drawing>(null);
  const isDrawing = drawing !== null;
  useEffect(() => {
    if (!isDrawing) return;
    const end = ({ key }: KeyboardEvent) => key === 'Escape' && setDrawing(null);
    document.addEventListener('keydown', end);
    return () => document.removeEventListener('keydown', end);
  }, [isDrawing]);
  const onDraw = (next: Drawing) => {
    onAct();
    setDrawing(next);
  };
  const change = (next: readonly DrawnArea[], isStep = false) => {
    onAct();
    onAreas(next.map(writeArea), isStep);
  };
  const onAdd = (area: DrawnArea) => {
    onDraw(null);
    if (areas.length < MAX_AREAS) change([...areas, area]);
  };
  return {
    areas,
    // An area that went, by the way back or with its chip, is not edited any longer.
    drawing: drawing?.tool === 'edit' && drawing.index >= areas.length ? null : drawing,
    onDraw,
    onAdd,
    onEdit: (index: number, area: DrawnArea) => change(areas.with(index, area), true),
    onCircle: () => {
      if (!map) return;
      const middle = map.getCenter();
      const size = map.getSize();
      const edge = map.containerPointToLatLng([size.x / 2, size.y / 2 - Math.min(size.x, size.y) / 4]);
      const area = circleAround(middle, map.distance(middle, edge));
      change([...areas, area]);
      onDraw({ tool: 'edit', index: areas.length, area });
    },
    onFinish: () => {
      if (drawing?.tool === 'corners') onAdd(drawing.corners);
    },
    onRemove: (index: number) => {
      onDraw(null);
      change(areas.toSpliced(index, 1));
    },
    onClear: () => change([]),
  };
}

/** Where Enter puts a corner. */
function Cross() {
  return (
    <svg
      className="absolute top-1/2 left-1/2 z-800 -translate-1/2 stroke-ink pointer-events-none"
      viewBox="0 0 32 32"
      width="32"
      height="32"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d="M16 2v10M16 20v10M2 16h10M20 16h10" />
    </svg>
  );
}

/** Keeps units of one building from being shown at rooftop level. */
const CLOSEST_FIT_ZOOM = 16;
const FIT_ZOOM_STEP = 0.5;

/** As shares of the view: a part of the map that the visitor chose by looking at it is not shown again slightly shifted. */
const SAME_AREA = 0.02;

interface FitToItemsProps
  extends Pick<PropertyMapProps<MapItem>, 'extent' | 'total' | 'circles' | 'fitKey' | 'keepsView'> {
  /** Shown in place of the items' extent. */
  area: MapBounds | undefined;
  isFullScreen: boolean;
  onFit(): void;
}

const noInsets = { top: 0, right: 0, bottom: 0, left: 0 };

/** The visitor has not moved the map since, where its middle is not further off than rounding puts it. */
const SAME_MIDDLE_PX = 3;

/**
 * Fits the view to the items and the circles around them (specification, part 1 §2 and §9): again only when `fitKey`
 * changes, or when the map gets another size before a visitor moved it.
 */
function FitToItems(props: FitToItemsProps) {
  const { extent, total, circles, fitKey, area, isFullScreen, keepsView, onFit } = props;
  const fittedKey = useRef<string | null>(null);
  const fit = useRef(onFit);
  fit.current = onFit;
  // The first view appears without an animation.
  const hasFitted = useRef(false);
  /** The extent that was fitted last, and the view this made. */
  const fitted = useRef<{ bounds: LatLngBounds; middle: LatLng; zoom: number } | null>(null);

  const fitTo = (bounds: LatLngBounds, animate: boolean) => {
    const { top, right, bottom, left } = isFullScreen ? FULL_SCREEN_INSETS : noInsets;
    const { options } = map;
    const { zoomSnap } = options;
    // A whole level further out leaves most of the map empty.
    options.zoomSnap = FIT_ZOOM_STEP;
    map.fitBounds(bounds, {
      paddingTopLeft: [FIT_PADDING_PX + left, FIT_PADDING_PX + top],
      paddingBottomRight: [FIT_PADDING_PX + right, FIT_PADDING_PX + bottom],
      maxZoom: CLOSEST_FIT_ZOOM,
      animate,
    });
    options.zoomSnap = zoomSnap;
    fitted.current = { bounds, middle: map.getCenter(), zoom: map.getZoom() };
  };
  const map = useMapEvents({
    // Parts above and below take their room when their answers arrive.
    resize() {
      const last = fitted.current;
      if (!last || map.getZoom() !== last.zoom) return;
      const off = map.latLngToContainerPoint(last.middle).distanceTo(map.getSize().divideBy(2));
      if (off <= SAME_MIDDLE_PX) fitTo(last.bounds, false);
    },
  });

  // Before it is painted: the legend counts the properties in view.
  useLayoutEffect(() => {
    if (fittedKey.current === fitKey) return;
    fittedKey.current = fitKey;
    fitted.current = null;
    if (keepsView) return;
    fit.current();
    const animate = hasFitted.current;
    const around = boundsAround([...(extent ? [extent] : []), ...circles.map(({ bounds }) => bounds)]);
    hasFitted.current ||= area !== undefined || around !== undefined;
    if (area) {
      const bounds = latLngBounds([area.south, area.west], [area.north, area.east]);
      const isShown =
        map.getBounds().pad(SAME_AREA).contains(bounds) && bounds.pad(SAME_AREA).contains(map.getBounds());
      if (!isShown) map.fitBounds(bounds, { animate });
    } else if (!around) {
      map.setView(DEFAULT_CENTER, DEFAULT_ZOOM);
    } else if (extent && total === 1 && circles.length === 0) {
      map.setView([extent.south, extent.west], SINGLE_PROPERTY_ZOOM, { animate });
    } else {
      fitTo(latLngBounds([around.south, around.west], [around.north, around.east]), animate);
    }
  });

  return null;
}

function readView(map: LeafletMap): MapView {
  const bounds = map.getBounds();
  return {
    zoom: map.getZoom(),
    bounds: {
      west: bounds.getWest(),
      south: bounds.getSouth(),
      east: bounds.getEast(),
      north: bounds.getNorth(),
    },
  };
}

interface PropertyMarksProps<T extends MapItem>
  extends Pick<PropertyMapProps<T>, 'marks' | 'fitKey' | 'renderPopup' | 'renderList'> {
  chosen: Choice<T> | null;
  /** In place of opening a popup. */
  onChoose: ((choice: Choice<T>) => void) | undefined;
  onView: (view: MapView) => void;
}

function PropertyMarks<T extends MapItem>(props: PropertyMarksProps<T>) {
  const { marks, fitKey, chosen, onChoose, onView, renderPopup, renderList } = props;
  const map = useMap();
  const report = useRef(onView);
  report.current = onView;

  const update = useCallback(() => report.current(readView(map)), [map]);
  // The same object on every render: otherwise a move made while React re-renders falls between off and on.
  useMapEvents(useMemo(() => ({ moveend: update, resize: update }), [update]));
  // A search whose extent is shown already moves nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported anew for each search
  useEffect(update, [update, fitKey]);

  return (
    <>
      {marks.points.map((point) => (
        <PointMark
          key={`point ${point.id}`}
          point={point}
          renderPopup={renderPopup}
          isChosen={chosen?.item?.id === point.id}
          onChoose={onChoose && (() => onChoose({ item: point, cluster: null }))}
        />
      ))}
      {marks.clusters.map((cluster) => (
        // The same cluster of a neighbouring view keeps its mark.
        <ClusterMark
          key={`${cluster.lat},${cluster.lng} ${cluster.count}`}
          cluster={cluster}
          renderList={renderList}
          isChosen={chosen?.cluster?.lat === cluster.lat && chosen.cluster.lng === cluster.lng}
          onChoose={onChoose && (() => onChoose({ item: null, cluster }))}
        />
      ))}
    </>
  );
}

interface ChoosableProps {
  isChosen: boolean;
  /** In place of opening a popup. */
  onChoose: (() => void) | undefined;
}

interface PointMarkProps<T extends MapItem> extends Pick<PropertyMapProps<T>, 'renderPopup'>, ChoosableProps {
  point: T;
}

const popupClass =
  'flex flex-col w-70 max-w-[72vw] max-h-[min(24rem,calc(100cqh_-_4.5rem))] overflow-auto divide-y divide-line';

function PointMark<T extends MapItem>({ point, renderPopup, isChosen, onChoose }: PointMarkProps<T>) {
  const isPointed = useStore(pointedItem, (pointed) => pointed?.id === point.id);
  const isHighlighted = isPointed || isChosen;
  const icon = useMemo(() => pillIcon(point, isHighlighted), [point, isHighlighted]);
  const position = useMemo(() => ({ lat: point.lat, lng: point.lng }), [point.lat, point.lng]);
  return (
    <ActionMarker
      position={position}
      icon={icon}
      label={`${point.title}, ${priceText(point)}`}
      isRaised={isHighlighted}
      isCurrent={isChosen}
      onActivate={onChoose}
      onPoint={(isUnderPointer) => {
        if (isUnderPointer) pointedMarker.set(point.id);
        else if (pointedMarker.get() === point.id) pointedMarker.set(null);
      }}
    >
      {!onChoose && (
        <Popup minWidth={0} maxWidth={320} autoPanPadding={[24, 24]}>
          <div className={popupClass}>{renderPopup(point)}</div>
        </Popup>
      )}
    </ActionMarker>
  );
}

interface ClusterMarkProps extends Pick<PropertyMapProps<MapItem>, 'renderList'>, ChoosableProps {
  cluster: MapCluster;
}

/** 'Affordable: 3, Premium: 1'; of both kinds of prices: 'For sale: 3, Per month: 1'. */
function clusterHint(cluster: MapCluster): string {
  const { count, monthly, price_tiers: tiers } = cluster;
  const parts: [Message, number][] = clusterKind(cluster)
    ? PRICE_TIERS.map((tier) => [priceTierLabel[tier], tiers[tier]])
    : [
        [priceKindLabel.sale, count - monthly],
        [priceKindLabel.monthly, monthly],
      ];
  return parts
    .filter(([, number]) => number > 0)
    .map(([label, number]) => `${t(label)}: ${number}`)
    .join(', ');
}

function ClusterMark({ cluster, renderList, isChosen, onChoose }: ClusterMarkProps) {
  const { lat, lng, count, monthly, price_tiers: tiers, bounds } = cluster;
  const isPointed = useStore(
    pointedItem,
    (pointed) => pointed?.position != null && isInView(bounds, pointed.position),
  );
  const isHighlighted = isPointed || isChosen;
  const map = useMap();
  const popup = useRef<LeafletPopup>(null);
  // An equal cluster is a new object after every answer.
  const { affordable, mid_range, premium } = tiers;
  const icon = useMemo(
    () => clusterIcon({ count, monthly, price_tiers: { affordable, mid_range, premium } }, isHighlighted),
    [count, monthly, affordable, mid_range, premium, isHighlighted],
  );
  const position = useMemo(() => ({ lat, lng }), [lat, lng]);
  const opensList = isOneSpot(cluster, map.getZoom());
  const zoomIn = () => {
    const corners = latLngBounds([bounds.south, bounds.west], [bounds.north, bounds.east]);
    const zoom = map.getBoundsZoom(corners, false, toPoint(FIT_PADDING_PX * 2, FIT_PADDING_PX * 2));
    map.setView(corners.getCenter(), Math.min(Math.max(Math.floor(zoom), map.getZoom() + 1), MAX_ZOOM));
  };
  return (
    <ActionMarker
      position={position}
      icon={icon}
      label={
        opensList
          ? t('{count} properties at this address', { count })
          : t('{count} properties, zoom in', { count })
      }
      hint={clusterHint(cluster)}
      isRaised={isHighlighted}
      isCurrent={isChosen}
      onActivate={opensList ? onChoose : zoomIn}
    >
      {opensList && !onChoose && (
        <Popup ref={popup} minWidth={0} maxWidth={320} autoPanPadding={[24, 24]}>
          <div className={popupClass}>{renderList(cluster, () => popup.current?.update())}</div>
        </Popup>
      )}
    </ActionMarker>
  );
}
