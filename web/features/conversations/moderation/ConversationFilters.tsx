import { FilterSelect, ListToolbar } from '#web/ui/list/ListToolbar.tsx';
import { hasFilters } from '#web/ui/list/listState.ts';
import { filterOptions } from '#web/ui/list/selectOptions.ts';
import { type ConversationsState, conversationsSchema } from './queries.ts';
import { conversationLabel } from './statusLabels.ts';

interface ConversationFiltersProps {
  state: ConversationsState;
  change(changes: Partial<ConversationsState>, options?: { isTyping: boolean }): void;
  clear(): void;
}

const statusOptions = filterOptions('All Statuses', conversationLabel);

export function ConversationFilters({ state, change, clear }: ConversationFiltersProps) {
  return (
    <ListToolbar
      search={{
        label: 'Search conversations',
        placeholder: 'Search by participant name or email...',
        value: state.search,
        onSearch: (search) => change({ search }, { isTyping: true }),
      }}
      isFiltered={hasFilters(conversationsSchema, state)}
      onClear={clear}
    >
      <FilterSelect
        label="Status"
        value={state.status}
        options={statusOptions}
        onChange={(status) => change({ status })}
      />
    </ListToolbar>
  );
}
