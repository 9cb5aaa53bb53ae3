import type { AuditList } from '#shared/contracts/auditLog.ts';
import { Button } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { hasFilters } from '#web/ui/list/listState.ts';
import { NativeInput } from '#web/ui/NativeInput.tsx';
import { NativeSelect } from '#web/ui/NativeSelect.tsx';
import { spellAction, spellName, spellThing } from './auditWords.ts';
import { type AuditState, auditSchema } from './queries.ts';

interface AuditFiltersProps {
  state: AuditState;
  change(changes: Partial<AuditState>): void;
  clear(): void;
  /** What occurs in the log; undefined while it is on its way. */
  known: Pick<AuditList, 'actions' | 'actors'> | undefined;
}

export function AuditFilters({ state, change, clear, known }: AuditFiltersProps) {
  const actions = known?.actions ?? [];
  const things = [...new Set(actions.map((action) => action.split('.')[0] ?? action))];
  const actors = (known?.actors ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <>
      <div className="flex flex-wrap items-end gap-3 mb-4">
        <NativeSelect
          className="flex-[0_1_10.5rem] min-w-0 max-md:flex-[1_1_8rem]"
          label="Who"
          value={state.actor}
          options={withChosen(state.actor, [{ value: '', label: 'Everyone' }, ...actors])}
          onChange={(actor) => change({ actor })}
        />
        <NativeSelect
          className="flex-[0_1_10.5rem] min-w-0 max-md:flex-[1_1_8rem]"
          label="Action"
          value={state.action}
          options={withChosen(state.action, [
            { value: '', label: 'All Actions' },
            ...actions.map((value) => ({ value, label: spellAction(value) })),
          ])}
          onChange={(action) => change({ action })}
        />
        <NativeSelect
          className="flex-[0_1_10.5rem] min-w-0 max-md:flex-[1_1_8rem]"
          label="Thing"
          value={state.entity_type}
          options={withChosen(state.entity_type, [
            { value: '', label: 'All Things' },
            ...things.map((value) => ({ value, label: spellName(value) })),
          ])}
          onChange={(entity_type) => change({ entity_type, entity_id: '' })}
        />
        <NativeInput
          className="flex-[0_1_10.5rem] min-w-0 max-md:basis-full max-md:grow"
          label="From"
          type="date"
          max={state.to || undefined}
          value={state.from}
          onChange={(from) => change({ from })}
        />
        <NativeInput
          className="flex-[0_1_10.5rem] min-w-0 max-md:basis-full max-md:grow"
          label="To"
          type="date"
          min={state.from || undefined}
          value={state.to}
          onChange={(to) => change({ to })}
        />
        {hasFilters(auditSchema, state) && (
          <Button variant="plain" onClick={clear}>
            Clear Filters
          </Button>
        )}
      </div>
      {state.entity_id && (
        <div className="flex flex-wrap gap-2 mb-4">
          <Chip
            label={`Only ${spellThing({ entity_type: state.entity_type, entity_id: Number(state.entity_id) })}`}
            onRemove={() => change({ entity_id: '' })}
          />
        </div>
      )}
    </>
  );
}

/** What an address names is shown as chosen even where the log does not hold it. */
function withChosen(chosen: string, options: { value: string; label: string }[]) {
  if (options.some(({ value }) => value === chosen)) return options;
  return [...options, { value: chosen, label: spellAction(chosen) }];
}
