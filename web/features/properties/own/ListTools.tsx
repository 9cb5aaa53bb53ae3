import { Plus, Upload } from 'lucide-react';
import type { PropertyStatus } from '#shared/contracts/properties.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import { Button } from '#web/ui/Button.tsx';
import { NativeSelect } from '#web/ui/NativeSelect.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { ExportCsvButton } from './ExportCsvButton.tsx';
import styles from './ListTools.module.css';
import { type OwnListState, statuses } from './listState.ts';
import { propertiesInWords } from './statusWords.ts';

interface ListToolsProps {
  headingId: string;
  state: OwnListState;
  /** How many match; null while that is not known. */
  total: number | null;
  onChange(changes: Partial<OwnListState>): void;
  onAdd(): void;
  onImport(): void;
}

type StatusChoice = PropertyStatus | 'all';

const choices: readonly { value: StatusChoice; label: string }[] = [
  { value: 'all', label: 'All statuses' },
  ...statuses.map((value) => ({ value, label: propertyStatusLabel[value] })),
];

export function ListTools({ headingId, state, total, onChange, onAdd, onImport }: ListToolsProps) {
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-y-3 gap-x-6 mb-4">
        <div
          className={`flex flex-wrap items-baseline gap-y-0 gap-x-3 max-md:w-full max-md:max-w-none ${styles.words}`}
        >
          <h2 id={headingId}>My Properties</h2>
          <p role="status">{total === null ? '' : propertiesInWords(total)}</p>
        </div>
        <div className={`flex flex-wrap gap-3 max-md:w-full max-md:max-w-none ${styles.actions}`}>
          <Button variant="outlined" onClick={onImport}>
            <Upload size={18} aria-hidden="true" />
            Import CSV
          </Button>
          <ExportCsvButton state={state} isDisabled={!total} />
          <Button className={styles.add} onClick={onAdd}>
            <Plus size={18} aria-hidden="true" />
            Add New Property
          </Button>
        </div>
      </header>
      <div className="flex flex-wrap gap-3 mb-3">
        <SearchField
          label="Search my properties"
          placeholder="Search by title, address or #number"
          value={state.search}
          onSearch={(search) => onChange({ search })}
          className={styles.search}
        />
        <NativeSelect<StatusChoice>
          label="Status"
          isLabelHidden
          value={state.status ?? 'all'}
          options={choices}
          onChange={(status) => onChange({ status: status === 'all' ? null : status })}
          className={styles.status}
        />
      </div>
    </>
  );
}
