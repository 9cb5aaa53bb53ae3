import { Button } from '../../../components/ui/Button.tsx';
import { SearchField } from '../../../components/ui/SearchField.tsx';
import { SelectField } from '../../../components/ui/SelectField.tsx';
import { hasFilters } from '../list/listState.ts';
import styles from '../parts/section.module.css';
import { conversationLabel, filterOptions } from '../parts/statusWords.ts';
import { type ConversationsState, conversationsPlan } from './conversationsPlan.ts';

interface ConversationFiltersProps {
  state: ConversationsState;
  change(changes: Partial<ConversationsState>, options?: { isTyping: boolean }): void;
  clear(): void;
}

const statusOptions = filterOptions('All Statuses', conversationLabel);

export function ConversationFilters({ state, change, clear }: ConversationFiltersProps) {
  return (
    <div className={styles.toolbar}>
      <SearchField
        className={styles.search}
        label="Search conversations"
        placeholder="Search by participant name or email..."
        value={state.search}
        onSearch={(search) => change({ search }, { isTyping: true })}
      />
      <SelectField
        className={styles.filter}
        label="Status"
        isLabelHidden
        value={state.status}
        options={statusOptions}
        onChange={(status) => change({ status })}
      />
      {hasFilters(conversationsPlan, state) && (
        <Button variant="plain" onClick={clear}>
          Clear Filters
        </Button>
      )}
    </div>
  );
}
