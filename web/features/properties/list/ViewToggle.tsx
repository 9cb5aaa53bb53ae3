import { LayoutGrid, Map as MapIcon } from 'lucide-react';
import type { ListView } from './listState.ts';
import styles from './ViewToggle.module.css';

interface ViewToggleProps {
  view: ListView;
  onChoose: (view: ListView) => void;
  /** The map will be wanted: its code can be fetched. */
  onMapIntent: () => void;
}

export function ViewToggle({ view, onChoose, onMapIntent }: ViewToggleProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons are no form
    <div
      className={`flex flex-none p-0.75 rounded-full bg-[color-mix(in_srgb,var(--s-text)_8%,var(--s-bg))] ${styles.toggle}`}
      role="group"
      aria-label="View"
    >
      <button type="button" aria-pressed={view === 'grid'} onClick={() => onChoose('grid')}>
        <LayoutGrid size={17} aria-hidden="true" />
        Grid
      </button>
      <button
        type="button"
        aria-pressed={view === 'map'}
        onClick={() => onChoose('map')}
        onPointerEnter={onMapIntent}
        onFocus={onMapIntent}
      >
        <MapIcon size={17} aria-hidden="true" />
        Map
      </button>
    </div>
  );
}
