import { Check, Circle, Minus, PencilLine, Plus, Spline, Trash2, Undo2, Waypoints, X } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useId, useRef } from 'react';
import { type Message, msg } from '#shared/messages.ts';
import { t } from '#web/lib/i18n.tsx';
import type { Drawing } from './AreaLayers.tsx';
import { MAX_AREAS, MIN_CORNERS } from './areas.ts';

interface MapToolbarProps {
  areaCount: number;
  drawing: Drawing;
  onDraw(drawing: Drawing): void;
  /** Puts a circle around the middle of the map. */
  onCircle(): void;
  /** The corners so far are the area. */
  onFinish(): void;
  onRemove(index: number): void;
  onClear(): void;
  onZoom(step: 1 | -1): void;
  followsMap: boolean;
  onFollowMap(follows: boolean): void;
}

const buttonClass =
  'inline-flex flex-none items-center justify-center gap-1.5 h-9 min-w-9 px-2.5 max-md:px-2 border border-line rounded-[0.5625rem] bg-surface text-ink text-[0.8125rem] font-semibold whitespace-nowrap cursor-pointer hover:border-primary hover:text-primary aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary disabled:text-muted disabled:opacity-60 disabled:cursor-not-allowed pointer-coarse:h-11 pointer-coarse:min-w-11';

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

/** Above the map, where it hides no marker: drawing, following the map, zooming. */
export function MapToolbar(props: MapToolbarProps) {
  const { drawing, areaCount, onZoom } = props;
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
    <div className="flex flex-wrap items-center gap-1.5 py-1.5 px-2 max-md:gap-x-1 max-md:px-1.5 border-b border-b-line bg-surface">
      {/* biome-ignore lint/a11y/useSemanticElements: buttons are no form */}
      <div
        className="contents"
        role="group"
        aria-label={t('Drawing on the map')}
        aria-describedby={drawing ? hintId : undefined}
      >
        {drawing === null ? (
          <Idle {...props} drawButton={drawButton} />
        ) : (
          <Busy {...props} drawing={drawing} />
        )}
      </div>
      <div className="flex flex-none ml-auto">
        <button
          type="button"
          className={`${buttonClass} rounded-r-none`}
          aria-label={t('Zoom out')}
          onClick={() => onZoom(-1)}
        >
          <Minus size={17} />
        </button>
        <button
          type="button"
          className={`${buttonClass} -ml-px rounded-l-none`}
          aria-label={t('Zoom in')}
          onClick={() => onZoom(1)}
        >
          <Plus size={17} />
        </button>
      </div>
      {drawing && (
        <p id={hintId} className="basis-full text-muted text-[0.8125rem] leading-[1.4]" role="status">
          {t(hints[drawing.tool])} <span className="pointer-coarse:hidden">{t(keyHints[drawing.tool])}</span>
        </p>
      )}
    </div>
  );
}

function Idle(props: MapToolbarProps & { drawButton: Ref<HTMLButtonElement> }) {
  const { areaCount, onDraw, onClear, followsMap, onFollowMap, drawButton } = props;
  const isFull = areaCount >= MAX_AREAS;
  return (
    <>
      <button
        ref={drawButton}
        type="button"
        className={buttonClass}
        disabled={isFull}
        title={isFull ? t('You can draw at most {maximum} areas', { maximum: MAX_AREAS }) : undefined}
        onClick={() => onDraw({ tool: 'freehand' })}
      >
        <PencilLine size={16} />
        {areaCount === 0 ? t('Draw area') : t('Add area')}
      </button>
      {areaCount > 0 && (
        <button type="button" className={buttonClass} onClick={onClear}>
          <X size={16} />
          {t('Clear drawing')}
        </button>
      )}
      <label className="inline-flex items-center gap-1.5 min-h-9 md:px-1.5 text-[0.8125rem] font-semibold cursor-pointer pointer-coarse:min-h-11">
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
    </>
  );
}

function Busy(props: MapToolbarProps & { drawing: NonNullable<Drawing> }) {
  const { drawing, onDraw, onCircle, onFinish, onRemove } = props;
  if (drawing.tool === 'edit')
    return (
      <>
        <ToolButton icon={<Check size={16} />} onPress={() => onDraw(null)}>
          {t('Done')}
        </ToolButton>
        <ToolButton icon={<Trash2 size={16} />} onPress={() => onRemove(drawing.index)}>
          {t('Remove area')}
        </ToolButton>
      </>
    );
  const corners = drawing.tool === 'corners' ? drawing.corners : null;
  return (
    <>
      <ToolButton
        icon={<Spline size={16} />}
        isPressed={drawing.tool === 'freehand'}
        onPress={() => onDraw({ tool: 'freehand' })}
      >
        {t('Freehand')}
      </ToolButton>
      <ToolButton
        icon={<Waypoints size={16} />}
        isPressed={corners !== null}
        onPress={() => onDraw({ tool: 'corners', corners: [] })}
      >
        {t('Points')}
      </ToolButton>
      <ToolButton
        icon={<Circle size={16} />}
        label={t('Draw a circle around the middle of the map')}
        onPress={onCircle}
      >
        {t('Circle')}
      </ToolButton>
      <ToolButton icon={<X size={16} />} label={t('Cancel')} onPress={() => onDraw(null)}>
        <span className="max-md:hidden">{t('Cancel')}</span>
      </ToolButton>
      {corners && corners.length > 0 && (
        <ToolButton
          icon={<Undo2 size={16} />}
          onPress={() => onDraw({ tool: 'corners', corners: corners.slice(0, -1) })}
        >
          {t('Undo point')}
        </ToolButton>
      )}
      {corners && corners.length >= MIN_CORNERS && (
        <ToolButton icon={<Check size={16} />} onPress={onFinish}>
          {t('Finish area')}
        </ToolButton>
      )}
    </>
  );
}

interface ToolButtonProps {
  icon: ReactNode;
  /** Accessible name that contains the visible text, where that text alone says too little. */
  label?: string;
  isPressed?: boolean;
  onPress(): void;
  children: ReactNode;
}

function ToolButton({ icon, label, isPressed, onPress, children }: ToolButtonProps) {
  return (
    <button
      type="button"
      className={buttonClass}
      aria-label={label}
      aria-pressed={isPressed}
      onClick={onPress}
    >
      {icon}
      {children}
    </button>
  );
}
