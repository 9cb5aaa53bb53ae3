import {
  Check,
  Circle,
  type LucideIcon,
  Minus,
  PencilLine,
  Plus,
  Spline,
  Trash2,
  Undo2,
  Waypoints,
  X,
} from 'lucide-react';
import { type ComponentProps, type Ref, useEffect, useId, useRef } from 'react';
import { type Message, msg } from '#shared/messages.ts';
import { t } from '#web/lib/i18n.tsx';
import type { Drawing } from './AreaLayers.tsx';
import { MAX_AREAS, MIN_CORNERS } from './areas.ts';

interface MapToolbarProps {
  areas: readonly unknown[];
  drawing: Drawing;
  onDraw(drawing: Drawing): void;
  /** Puts a circle around the middle of the map. */
  onCircle(): void;
  /** The corners so far are the area. */
  onFinish(): void;
  onRemove(index: number): void;
  onClear(): void;
  onZoom(step: 1 | -1): void;
  /** The switch is elsewhere, and the buttons lie over the map: signs alone, until something is drawn. */
  isFloating: boolean;
  followsMap: boolean;
  onFollowMap(follows: boolean): void;
}

const tool = 'pill justify-center gap-1.5 min-w-9 px-2.5 max-md:px-2 text-caption pointer-coarse:min-w-control';
const buttonClass = `${tool} rounded-control`;
const floatingClass = `${tool} shadow-lg pointer-events-auto`;
const disabledClass = 'disabled:opacity-60 disabled:cursor-not-allowed';

const hints: Record<NonNullable<Drawing>['tool'], Message> = {
  freehand: msg('Draw around the area you want, with the mouse or a finger.'),
  corners: msg('Tap or click the corners one by one.'),
  edit: msg('Drag the points, or the middle to move the area.'),
};
/** Beside them where there is a keyboard to be expected. */
const keyHints: Record<NonNullable<Drawing>['tool'], Message> = {
  freehand: msg('With the keyboard, choose Points or Circle.'),
  corners: msg('With the keyboard, the arrow keys move the map and Enter adds a point at the cross.'),
  edit: msg('With the keyboard, use the arrow keys, and + and − to resize.'),
};

const zooms = [
  { step: -1, label: msg('Zoom out'), side: 'rounded-r-none', Icon: Minus },
  { step: 1, label: msg('Zoom in'), side: '-ml-px rounded-l-none', Icon: Plus },
] as const;

const barClass = 'flex flex-wrap items-center gap-1.5 py-1.5 px-2';

/** Drawing, following the map, zooming: above the map, where it hides no marker, or floating at its edge. */
export function MapToolbar(props: MapToolbarProps) {
  const { drawing, areas, onZoom, isFloating } = props;
  const isColumn = isFloating && drawing === null;
  const areaCount = areas.length;
  const hintId = useId();
  const drawButton = useRef<HTMLButtonElement>(null);
  const hadMore = useRef(false);
  useEffect(() => {
    // The pressed button may have been removed with the mode that it ended.
    if (hadMore.current && drawing === null && document.activeElement === document.body)
      drawButton.current?.focus({ preventScroll: true });
    hadMore.current = drawing !== null || areaCount > 0;
  }, [drawing, areaCount]);
  return (
    <div
      className={
        isColumn
          ? 'flex flex-col items-center gap-2 self-end'
          : isFloating
            ? `${barClass} rounded-md bg-surface shadow-lg pointer-events-auto`
            : `${barClass} max-md:gap-x-1 max-md:px-1.5 border-b border-b-line bg-surface`
      }
    >
      {/* biome-ignore lint/a11y/useSemanticElements: buttons are no form */}
      <div
        className="contents"
        role="group"
        aria-label={t('Drawing on the map')}
        aria-describedby={drawing ? hintId : undefined}
      >
        {drawing === null ? <Idle {...props} drawButton={drawButton} /> : <Busy {...props} drawing={drawing} />}
      </div>
      <div className={isColumn ? 'flex flex-col-reverse gap-2' : 'flex flex-none ml-auto'}>
        {zooms.map(({ step, label, side, Icon }) => (
          <button
            key={step}
            type="button"
            className={isColumn ? floatingClass : `${buttonClass} ${side}`}
            aria-label={t(label)}
            onClick={() => onZoom(step)}
          >
            <Icon size={17} />
          </button>
        ))}
      </div>
      {drawing && (
        <p id={hintId} className="basis-full text-muted text-caption leading-[1.4]" role="status">
          {t(hints[drawing.tool])} <span className="pointer-coarse:hidden">{t(keyHints[drawing.tool])}</span>
        </p>
      )}
    </div>
  );
}

function Idle(props: MapToolbarProps & { drawButton: Ref<HTMLButtonElement> }) {
  const { areas, onDraw, onClear, isFloating, drawButton } = props;
  const isFull = areas.length >= MAX_AREAS;
  return (
    <>
      <ToolButton
        ref={drawButton}
        Icon={PencilLine}
        isFloating={isFloating}
        disabled={isFull}
        title={isFull ? t('You can draw at most {maximum} areas', { maximum: MAX_AREAS }) : undefined}
        onClick={() => onDraw({ tool: 'freehand' })}
      >
        {areas.length === 0 ? t('Draw area') : t('Add area')}
      </ToolButton>
      {areas.length > 0 && (
        <ToolButton Icon={X} isFloating={isFloating} onClick={onClear}>
          {t('Clear drawing')}
        </ToolButton>
      )}
      {!isFloating && <FollowSwitch {...props} />}
    </>
  );
}

/** Whether each move of the map is a search. */
export function FollowSwitch(props: Pick<MapToolbarProps, 'followsMap' | 'onFollowMap'>) {
  const { followsMap, onFollowMap } = props;
  return (
    <label className="inline-flex items-center gap-1.5 min-h-9 md:px-1.5 text-caption font-semibold cursor-pointer pointer-coarse:min-h-11">
      <input
        type="checkbox"
        role="switch"
        className="flex-none w-4.5 h-4.5 m-0 accent-[var(--s-primary)] cursor-pointer"
        checked={followsMap}
        aria-checked={followsMap}
        onChange={(event) => onFollowMap(event.target.checked)}
      />
      {t('Search as I move')}
    </label>
  );
}

function Busy(props: MapToolbarProps & { drawing: NonNullable<Drawing> }) {
  const { drawing, onDraw, onCircle, onFinish, onRemove } = props;
  if (drawing.tool === 'edit')
    return (
      <>
        <ToolButton Icon={Check} onClick={() => onDraw(null)}>
          {t('Done')}
        </ToolButton>
        <ToolButton Icon={Trash2} onClick={() => onRemove(drawing.index)}>
          {t('Remove area')}
        </ToolButton>
      </>
    );
  const corners = drawing.tool === 'corners' ? drawing.corners : null;
  return (
    <>
      <ToolButton
        Icon={Spline}
        aria-pressed={drawing.tool === 'freehand'}
        onClick={() => onDraw({ tool: 'freehand' })}
      >
        {t('Freehand')}
      </ToolButton>
      <ToolButton
        Icon={Waypoints}
        aria-pressed={corners !== null}
        onClick={() => onDraw({ tool: 'corners', corners: [] })}
      >
        {t('Points')}
      </ToolButton>
      <ToolButton Icon={Circle} aria-label={t('Draw a circle around the middle of the map')} onClick={onCircle}>
        {t('Circle')}
      </ToolButton>
      <ToolButton Icon={X} aria-label={t('Cancel')} onClick={() => onDraw(null)}>
        <span className="max-md:hidden">{t('Cancel')}</span>
      </ToolButton>
      {corners && corners.length > 0 && (
        <ToolButton Icon={Undo2} onClick={() => onDraw({ tool: 'corners', corners: corners.slice(0, -1) })}>
          {t('Undo point')}
        </ToolButton>
      )}
      {corners && corners.length >= MIN_CORNERS && (
        <ToolButton Icon={Check} onClick={onFinish}>
          {t('Finish area')}
        </ToolButton>
      )}
    </>
  );
}

interface ToolButtonProps extends ComponentProps<'button'> {
  Icon: LucideIcon;
  isFloating?: boolean;
}

function ToolButton({ Icon, isFloating = false, children, ...props }: ToolButtonProps) {
  return (
    <button type="button" className={`${isFloating ? floatingClass : buttonClass} ${disabledClass}`} {...props}>
      <Icon size={isFloating ? 18 : 16} />
      {isFloating ? <span className="visuallyHidden">{children}</span> : children}
    </button>
  );
}
