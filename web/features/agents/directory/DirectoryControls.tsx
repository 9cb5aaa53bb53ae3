import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Button } from '#web/ui/Button.tsx';
import { NativeSelect } from '#web/ui/NativeSelect.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { locationsQuery, specializationsQuery } from '../queries.ts';
import styles from './DirectoryControls.module.css';
import { type DirectoryState, directionLabel, hasFilters, sortLabel } from './directoryState.ts';

interface DirectoryControlsProps {
  state: DirectoryState;
  onChange(changes: Partial<DirectoryState>, options?: { isTyping: boolean }): void;
  onClear(): void;
}

/** What is chosen stays choosable while the list is on its way, or when it no longer has it. */
function choices(first: string, known: string[] | undefined, chosen: string) {
  const listed = known ?? [];
  const all = chosen && !listed.includes(chosen) ? [chosen, ...listed] : listed;
  return [{ value: '', label: first }, ...all.map((text) => ({ value: text, label: text }))];
}

const optionsOf = <Key extends string>(labels: Record<Key, string>) =>
  (Object.entries(labels) as [Key, string][]).map(([value, label]) => ({ value, label }));

export function DirectoryControls({ state, onChange, onClear }: DirectoryControlsProps) {
  const specializations = useQuery(specializationsQuery);
  const locations = useQuery(locationsQuery);
  return (
    <section
      className={`grid gap-3 p-4 border border-line rounded-lg bg-surface shadow-lg md:grid-cols-[1fr_1fr] xl:grid-cols-[minmax(16rem,1.6fr)_minmax(11rem,1fr)_minmax(9.5rem,0.9fr)_minmax(_18.5rem,1.4fr_)] xl:items-center ${styles.controls}`}
      aria-label="Find an agent"
    >
      <SearchField
        label="Search agents"
        placeholder="Search agents by name or specialization..."
        maxLength={120}
        className={styles.search}
        value={state.search}
        onSearch={(search) => onChange({ search }, { isTyping: true })}
      />
      <NativeSelect
        label="Specialization"
        isLabelHidden
        value={state.specialization}
        options={choices('All Specializations', specializations.data, state.specialization)}
        onChange={(specialization) => onChange({ specialization })}
      />
      <NativeSelect
        label="Location"
        isLabelHidden
        value={state.location}
        options={choices('All Locations', locations.data, state.location)}
        onChange={(location) => onChange({ location })}
      />
      <div className={styles.order}>
        <NativeSelect
          label="Sort by"
          isLabelHidden
          value={state.sort}
          options={optionsOf(sortLabel)}
          onChange={(sort) => onChange({ sort })}
        />
        <NativeSelect
          label="Sort direction"
          isLabelHidden
          value={state.direction}
          options={optionsOf(directionLabel)}
          onChange={(direction) => onChange({ direction })}
        />
      </div>
      {hasFilters(state) && (
        <Button variant="plain" className={styles.clear} onClick={onClear}>
          <X size={18} aria-hidden="true" />
          Clear all filters
        </Button>
      )}
    </section>
  );
}
