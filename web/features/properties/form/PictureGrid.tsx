import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from '@dnd-kit/sortable';
import { PictureTile } from './PictureTile.tsx';
import type { PictureShelf } from './usePictures.ts';

const INSTRUCTIONS =
  'To move an image, press space or Enter, move it with the arrow keys, and press space or Enter again. Escape puts it back.';
const MOUSE_START_PX = 6;
/** A finger that moves at once scrolls the form. */
const TOUCH_START = { delay: 220, tolerance: 8 };

export function PictureGrid({ shelf }: { shelf: PictureShelf }) {
  const { pictures, move, remove, retry } = shelf;
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: MOUSE_START_PX } }),
    useSensor(TouchSensor, { activationConstraint: TOUCH_START }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  if (pictures.length === 0) return null;

  const ids = pictures.map(({ id }) => id);
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over) move(String(active.id), String(over.id));
  };

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements: announcements(ids),
        screenReaderInstructions: { draggable: INSTRUCTIONS },
      }}
      onDragEnd={onDragEnd}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        <ul className="grid grid-cols-3 gap-3 max-md:gap-2" aria-label="Images">
          {pictures.map((picture, at) => (
            <PictureTile
              key={picture.id}
              picture={picture}
              position={at + 1}
              onRemove={() => remove(picture.id)}
              onRetry={() => retry(picture.id)}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

function announcements(ids: readonly string[]): Announcements {
  const place = (id: string | number) => `${ids.indexOf(String(id)) + 1} of ${ids.length}`;
  return {
    onDragStart: ({ active }) => `Image picked up from place ${place(active.id)}.`,
    onDragOver: ({ over }) => (over ? `Image is over place ${place(over.id)}.` : undefined),
    onDragEnd: ({ over }) => (over ? `Image put down at place ${place(over.id)}.` : 'Image put back.'),
    onDragCancel: () => 'Image put back.',
  };
}
