import { Check } from 'lucide-react';
import { useState } from 'react';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Button } from '../controls/Button.tsx';
import { Chevron, selectClass } from '../controls/Field.tsx';
import type { TableColumn } from '../dataTable/DataTable.tsx';
import { DetailSection } from '../details/DetailGroup.tsx';
import { showToast } from '../dialogs/showToast.ts';
import { Badge, type BadgeTone } from '../display/Badge.tsx';

interface WithStatus<Status extends string> {
  id: number;
  status: Status;
}

/** The statuses of the rows of a list, and how they are set. */
export interface StatusKind<Row extends WithStatus<Status>, Status extends string> {
  /** As a refusal names it: 'user status'. */
  thing: string;
  labels: Record<Status, string>;
  tones: Record<Status, BadgeTone>;
  /** What can be set. */
  choices: readonly Status[];
  /** Whose status it is: 'Maria Santos'. */
  nameOf(row: Row): string;
  /** Whether a click takes a change back. */
  isUndoable: boolean;
}

interface StatusChange<Row, Status> {
  send(change: { id: number; status: Status }): Promise<Row>;
  /** Told why a change was refused; null before each try. */
  onFailure(message: string | null): void;
  onChanged(row: Row): void;
}

/** Sets the status of a row and says that it is done. It settles in any case. */
export function useStatusChange<Row extends WithStatus<Status>, Status extends string>(
  { thing, labels, choices, nameOf, isUndoable }: StatusKind<Row, Status>,
  { send, onFailure, onChanged }: StatusChange<Row, Status>,
) {
  const setStatus = async (row: Row, status: Status): Promise<void> => {
    onFailure(null);
    try {
      const changed = await send({ id: row.id, status });
      onChanged(changed);
      // To what cannot be set there is no way back.
      const undo =
        isUndoable && choices.includes(row.status)
          ? { label: 'Undo', onClick: () => void setStatus(changed, row.status) }
          : undefined;
      const sentence = `${nameOf(row)} is now ${labels[status].toLowerCase()}`;
      showToast(sentence.charAt(0).toUpperCase() + sentence.slice(1), 'success', undo);
    } catch (error) {
      const refused = `Failed to update ${thing}`;
      onFailure(failureSentence(error, refused, refused));
    }
  };
  return setStatus;
}

export function statusColumn<Row extends WithStatus<Status>, Status extends string>({
  labels,
  tones,
}: StatusKind<Row, Status>): TableColumn<Row> {
  return {
    id: 'status',
    heading: 'Status',
    sortKey: 'status',
    cell: ({ status }) => <Badge tone={tones[status]}>{labels[status]}</Badge>,
  };
}

interface StatusControlProps<Row extends WithStatus<Status>, Status extends string, Answer> {
  kind: StatusKind<Row, Status>;
  row: Row;
  onChange(row: Row, status: Status): Answer;
}

/**
 * Sets a status right in its row. The status in force is shown first if it cannot be set, and can never be chosen; what was
 * chosen is shown until the change is made or refused.
 */
export function StatusSelect<Row extends WithStatus<Status>, Status extends string>({
  kind: { labels, choices, nameOf },
  row,
  onChange,
}: StatusControlProps<Row, Status, Promise<void>>) {
  const [chosen, setChosen] = useState<Status | null>(null);
  const shown = choices.includes(row.status) ? choices : [row.status, ...choices];
  return (
    <span className="relative grid flex-none w-36">
      <select
        className={`${selectClass} h-10! pl-3! pointer-coarse:h-control!`}
        aria-label={`Status of ${nameOf(row)}`}
        value={chosen ?? row.status}
        disabled={chosen !== null}
        onChange={(event) => {
          const next = choices.find((status) => status === event.target.value);
          if (!next) return;
          setChosen(next);
          void onChange(row, next).finally(() => setChosen(null));
        }}
      >
        {shown.map((status) => (
          <option key={status} value={status} disabled={status === row.status}>
            {labels[status]}
          </option>
        ))}
      </select>
      <Chevron size={16} />
    </span>
  );
}

/** The statuses that can be set, as buttons; the one in force is marked and cannot be pressed. */
export function StatusButtons<Row extends WithStatus<Status>, Status extends string>({
  kind: { labels, choices },
  row,
  onChange,
}: StatusControlProps<Row, Status, unknown>) {
  return (
    <DetailSection title="Status">
      <div className="flex flex-wrap gap-2">
        {choices.map((status) => (
          <Button
            key={status}
            variant="outlined"
            className={
              status === row.status
                ? 'border-primary! bg-primary-soft! text-primary! opacity-100!'
                : undefined
            }
            disabled={status === row.status}
            onClick={() => onChange(row, status)}
          >
            {status === row.status && <Check size={16} />}
            {labels[status]}
          </Button>
        ))}
      </div>
    </DetailSection>
  );
}
