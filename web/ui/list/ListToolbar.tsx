import type { ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { NativeSelect } from '../controls/NativeSelect.tsx';
import { SearchField } from '../controls/SearchField.tsx';

interface ListToolbarProps {
  search: { label: string; placeholder: string; value: string; onSearch(words: string): void };
  /** Whether anything but everything is asked for. */
  isFiltered: boolean;
  onClear(): void;
  /** FilterSelects. */
  children: ReactNode;
}

/** What stands over a section's list: its search, its filters, and the way back to everything. */
export function ListToolbar({ search, isFiltered, onClear, children }: ListToolbarProps) {
  return (
    <div className="flex flex-wrap items-end gap-3 mb-4">
      <SearchField className="flex-[1_1_16rem] min-w-0" {...search} />
      {children}
      {isFiltered && (
        <Button variant="plain" onClick={onClear}>
          Clear Filters
        </Button>
      )}
    </div>
  );
}

interface FilterSelectProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange(value: Value): void;
}

export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  return (
    <NativeSelect className="flex-[0_1_10.5rem] min-w-0 max-md:flex-[1_1_8rem]" isLabelHidden {...props} />
  );
}
