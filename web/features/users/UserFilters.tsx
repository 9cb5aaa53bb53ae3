import { roleLabel } from '#shared/labels.ts';
import { FilterSelect, ListToolbar } from '#web/ui/list/ListToolbar.tsx';
import { hasFilters } from '#web/ui/list/listState.ts';
import { filterOptions } from '#web/ui/list/selectOptions.ts';
import { type UsersState, usersSchema } from './queries.ts';
import { userStatusLabel } from './statusLabels.ts';

interface UserFiltersProps {
  state: UsersState;
  change(changes: Partial<UsersState>, options?: { isTyping: boolean }): void;
  clear(): void;
}

const roleOptions = filterOptions('All Roles', roleLabel);
const statusOptions = filterOptions('All Statuses', userStatusLabel);

export function UserFilters({ state, change, clear }: UserFiltersProps) {
  return (
    <ListToolbar
      search={{
        label: 'Search users',
        placeholder: 'Search by name, email or phone...',
        value: state.search,
        onSearch: (search) => change({ search }, { isTyping: true }),
      }}
      isFiltered={hasFilters(usersSchema, state)}
      onClear={clear}
    >
      <FilterSelect
        label="Role"
        value={state.role}
        options={roleOptions}
        onChange={(role) => change({ role })}
      />
      <FilterSelect
        label="Status"
        value={state.status}
        options={statusOptions}
        onChange={(status) => change({ status })}
      />
    </ListToolbar>
  );
}
