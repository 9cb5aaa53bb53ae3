import { ChevronDown } from 'lucide-react';
import type { PropertyStatus } from '#shared/contracts/properties.ts';
import type { OwnProperty } from '#shared/contracts/propertyWrites.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { showToast } from '#web/ui/showToast.ts';
import { statusTone } from '../cards/statusTone.ts';
import styles from './CardStatus.module.css';
import { statuses } from './listState.ts';
import { useSetStatus } from './queries.ts';

/**
 * One choice marks the listing, and the message that says so can take it back. A menu, because the arrow keys of a
 * select would mark it as everything on the way: people would be told of a sale that never was.
 */
export function CardStatus({ agentId, property }: { agentId: number; property: OwnProperty }) {
  const { title, status } = property;
  const { mutateAsync } = useSetStatus(agentId, property);

  // Works on without the card: marked, a listing may leave the list, and its way back stands in the message.
  const mark = async (next: PropertyStatus, from: PropertyStatus, isUndo = false) => {
    try {
      const { isQueued } = await mutateAsync({ status: next, from });
      const words = isQueued
        ? `${title} will be ${propertyStatusLabel[next]} once the server can be reached`
        : `${title} is ${isUndo ? 'again' : 'now'} ${propertyStatusLabel[next]}`;
      const undo = { label: 'Undo', onClick: () => void mark(from, next, true) };
      showToast(words, 'success', isUndo ? undefined : undo);
    } catch (error) {
      showToast(failureSentence(error, 'Failed to update property'), 'error');
    }
  };

  return (
    <Menu
      label={`Status of ${title}: ${propertyStatusLabel[status]}`}
      triggerClassName={styles.trigger}
      trigger={
        <>
          <Badge tone={statusTone[status]}>{propertyStatusLabel[status]}</Badge>
          <ChevronDown size={18} aria-hidden="true" />
        </>
      }
      entries={statuses
        .filter((next) => next !== status)
        .map((next) => ({
          label: `Mark as ${propertyStatusLabel[next]}`,
          onSelect: () => void mark(next, status),
        }))}
    />
  );
}
