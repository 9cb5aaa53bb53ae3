import type { PropertyStatus } from '#shared/contracts/properties.ts';
import type { OwnProperty } from '#shared/contracts/propertyWrites.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import { Button } from '#web/ui/Button.tsx';
import { PillGroup } from '#web/ui/PillGroup.tsx';
import { statuses } from './listState.ts';
import styles from './SelectionBar.module.css';
import type { Selection } from './useSelection.ts';

const statusPills = statuses.map((id) => ({ id, label: propertyStatusLabel[id] }));

interface SelectionBarProps {
  /** The page shown. */
  properties: readonly OwnProperty[];
  selection: Selection;
  onMark(status: PropertyStatus): void;
}

export function SelectionBar({ properties, selection, onMark }: SelectionBarProps) {
  const { ids, put, clear } = selection;
  const chosenHere = properties.filter(({ id }) => ids.has(id)).length;
  const isAll = chosenHere === properties.length;
  return (
    <div className={`${styles.bar} ${ids.size > 0 ? styles.open : ''}`}>
      <label className="inline-flex items-center gap-2 min-h-11 font-semibold cursor-pointer">
        <input
          ref={(box) => {
            if (box) box.indeterminate = chosenHere > 0 && !isAll;
          }}
          type="checkbox"
          className="w-5 h-5 m-0 cursor-pointer"
          checked={isAll}
          onChange={() =>
            put(
              properties.map(({ id }) => id),
              !isAll,
            )
          }
        />
        Select page
      </label>
      <span className="text-muted tabular-nums" role="status">
        {ids.size > 0 && `${ids.size} selected`}
      </span>
      {ids.size > 0 && (
        <>
          <PillGroup legend="Mark as" className={styles.marks} pills={statusPills} onPress={onMark} />
          <Button variant="plain" aria-label="Clear selection" onClick={clear}>
            Clear
          </Button>
        </>
      )}
    </div>
  );
}
