import { ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import styles from './AvatarCropper.module.css';
import type { OpenedPicture } from './avatarPicture.ts';
import { type Crop, cropSquare, MAX_ZOOM, moveCrop, zoomCrop } from './cropGeometry.ts';

interface AvatarCropperProps {
  picture: OpenedPicture;
  crop: Crop;
  onChange(crop: Crop): void;
}

const KEY_STEP = 0.04;
const WHEEL_STEP = 0.0015;
const arrows: Record<string, [number, number]> = {
  ArrowLeft: [-KEY_STEP, 0],
  ArrowRight: [KEY_STEP, 0],
  ArrowUp: [0, -KEY_STEP],
  ArrowDown: [0, KEY_STEP],
};

/** The picture is moved under a round window: by dragging, with the arrow keys, the wheel and a slider. */
export function AvatarCropper({ picture, crop, onChange }: AvatarCropperProps) {
  const last = useRef<{ x: number; y: number } | null>(null);
  const size = { width: picture.element.naturalWidth, height: picture.element.naturalHeight };
  const { left, top, side } = cropSquare(size, crop);
  const percent = (share: number) => `${share * 100}%`;

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!last.current) return;
    const frame = event.currentTarget.clientWidth;
    onChange(
      moveCrop(
        size,
        crop,
        (event.clientX - last.current.x) / frame,
        (event.clientY - last.current.y) / frame,
      ),
    );
    last.current = { x: event.clientX, y: event.clientY };
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const step = arrows[event.key];
    if (!step) return;
    event.preventDefault();
    onChange(moveCrop(size, crop, ...step));
  };

  return (
    <div className="grid justify-items-center gap-4">
      {/* biome-ignore lint/a11y/useSemanticElements: no element is for moving a picture */}
      <div
        className={styles.frame}
        role="group"
        aria-label="Position of the photo. Move it with the arrow keys."
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the picture
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          last.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          last.current = null;
        }}
        onPointerCancel={() => {
          last.current = null;
        }}
        onWheel={(event) => onChange(zoomCrop(size, crop, crop.zoom * (1 - event.deltaY * WHEEL_STEP)))}
      >
        <img
          className="absolute max-w-none pointer-events-none"
          src={picture.url}
          alt=""
          draggable={false}
          style={{
            width: percent(size.width / side),
            height: percent(size.height / side),
            left: percent(-left / side),
            top: percent(-top / side),
          }}
        />
        <span className={`absolute inset-0 rounded-full pointer-events-none ${styles.window}`} />
      </div>
      <label className={`flex items-center gap-3 w-[min(18rem,100%)] min-h-11 text-muted ${styles.zoom}`}>
        <span className="visuallyHidden">Zoom</span>
        <ZoomOut size={18} aria-hidden="true" />
        <input
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.01}
          value={crop.zoom}
          onChange={(event) => onChange(zoomCrop(size, crop, Number(event.target.value)))}
        />
        <ZoomIn size={18} aria-hidden="true" />
      </label>
    </div>
  );
}
