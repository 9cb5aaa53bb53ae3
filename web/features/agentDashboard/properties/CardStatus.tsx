import type { PropertyStatus } from '#shared/contracts/properties.ts';
import type { OwnProperty } from '#shared/contracts/propertyWrites.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import { SelectField } from '../../../components/ui/SelectField.tsx';
import { showToast } from '../../../components/ui/showToast.ts';
import { failureSentence } from '../../../lib/failureSentence.ts';
import { statuses } from './listState.ts';
import { useSetStatus } from './queries.ts';

const options = statuses.map((value) => ({ value, label: `Mark as ${propertyStatusLabel[value]}` }));

/** One choice marks the listing, and the message that says so can take it back. */
export function CardStatus({ agentId, property }: { agentId: number; property: OwnProperty }) {
  const { id, title } = property;
  const { mutateAsync } = useSetStatus(agentId, id);

  // Works on without the card: marked, a listing may leave the list, and its way back stands in the message.
  const mark = async (status: PropertyStatus, before?: PropertyStatus) => {
    try {
      await mutateAsync(status);
      const words = `${title} is ${before ? 'now' : 'again'} ${propertyStatusLabel[status]}`;
      showToast(words, 'success', before && { label: 'Undo', onClick: () => void mark(before) });
    } catch (error) {
      showToast(failureSentence(error, 'Failed to update property'), 'error');
    }
  };

  return (
    <SelectField<PropertyStatus>
      label={`Status of ${title}`}
      isLabelHidden
      value={property.status}
      options={options.map((option) =>
        option.value === property.status ? { ...option, label: propertyStatusLabel[option.value] } : option,
      )}
      onChange={(status) => void mark(status, property.status)}
    />
  );
}
