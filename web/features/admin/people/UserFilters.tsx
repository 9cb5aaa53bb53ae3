import { roleLabel } from '#shared/labels.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { SearchField } from '../../../components/ui/SearchField.tsx';
import { SelectField } from '../../../components/ui/SelectField.tsx';
import { hasFilters } from '../list/listState.ts';
import styles from '../parts/section.module.css';
import { filterOptions, userStatusLabel } from '../parts/statusWords.ts';
import { type UsersState, usersPlan } from './usersPlan.ts';

interface UserFiltersProps {
  state: UsersState;
  change(changes: Partial<UsersState>, options?: { isTyping: boolean }): void;
  clear(): void;
}

const roleOptions = filterOptions('All Roles', roleLabel);
const statusOptions = filterOptions('All Statuses', userStatusLabel);

export function UserFilters({ state, change, clear }: UserFiltersProps) {
  return (
    <div className={styles.toolbar}>
      <SearchField
        className={styles.search}
        label="Search users"
        placeholder="Search by name, email or phone..."
        value={state.search}
        onSearch={(search) => change({ search }, { isTyping: true })}
      />
      <SelectField
        className={styles.filter}
        label="Role"
        isLabelHidden
        value={state.role}
        options={roleOptions}
        onChange={(role) => change({ role })}
      />
      <SelectField
        className={styles.filter}
        label="Status"
        isLabelHidden
        value={state.status}
        options={statusOptions}
        onChange={(status) => change({ status })}
      />
      {hasFilters(usersPlan, state) && (
        <Button variant="plain" onClick={clear}>
          Clear Filters
        </Button>
      )}
    </div>
  );
}
