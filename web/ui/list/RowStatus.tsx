import { Check } from 'lucide-react';
import { useState } from 'react';
import { type Message, msg } from '#shared/messages.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
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

/** The statuses of a list's rows, and the call that sets them. */
export interface StatusKind<Row extends WithStatus<Status>, Status extends string> {
  labels: Record<Status, Message>;
  tones: Record<Status, BadgeTone>;
  /** Statuses that can be set. */
  choices: readonly Status[];
  /** Accessible name of the control: 'Status of Maria Santos'. */
  controlLabel(row: Row): string;
  /** Toast after a change: 'Maria Santos is now active'. */
  changedText(row: Row, status: Status): string;
  /** Error if the server rejects without a sentence. */
  failure: Message;
  isUndoable: boolean;
}

interface StatusChange<Row, Status> {
  send(change: { id: number; status: Status }): Promise<Row>;
  /** Called with the error of a change; null before each attempt. */
  onFailure(message: string | null): void;
  onChanged(row: Row): void;
}

/** Sets the status of a row and shows a toast. Never rejects. */
export function useStatusChange<Row extends WithStatus<Status>, Status extends string>(
  { choices, changedText, failure, isUndoable }: StatusKind<Row, Status>,
  { send, onFailure, onChanged }: StatusChange<Row, Status>,
) {
  const setStatus = async (row: Row, status: Status): Promise<void> => {
    onFailure(null);
    try {
      const changed = await send({ id: row.id, status });
      onChanged(changed);
      // No Undo to a status that cannot be set.
      const undo =
        isUndoable && choices.includes(row.status)
          ? { label: t('Undo'), onClick: () => void setStatus(changed, row.status) }
          : undefined;
      showToast(changedText(row, status), 'success', undo);
    } catch (error) {
      onFailure(failureSentence(error, t(failure), t(failure)));
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
    heading: msg('Status'),
    sortKey: 'status',
    cell: ({ status }) => <Badge tone={tones[status]}>{t(labels[status])}</Badge>,
  };
}

interface StatusControlProps<Row extends WithStatus<Status>, Status extends string, Answer> {
  kind: StatusKind<Row, Status>;
  row: Row;
  onChange(row: Row, status: Status): Answer;
}

/** Sets a row's status. One that cannot be set comes first; a chosen one is shown until the call ends. */
export function StatusSelect<Row extends WithStatus<Status>, Status extends string>(
  props: StatusControlProps<Row, Status, Promise<void>>,
) {
  const {
    kind: { labels, choices, controlLabel },
    row,
    onChange,
  } = props;
  const [chosen, setChosen] = useState<Status | null>(null);
  const shown = choices.includes(row.status) ? choices : [row.status, ...choices];
  return (
    <span className="relative grid flex-none w-36">
      <select
        className={`${selectClass} h-10 pl-3 pointer-coarse:h-control`}
        aria-label={controlLabel(row)}
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
            {t(labels[status])}
          </option>
        ))}
      </select>
      <Chevron size={16} />
    </span>
  );
}

/** The settable statuses as buttons; the current one is marked and disabled. */
export function StatusButtons<Row extends WithStatus<Status>, Status extends string>(
  props: StatusControlProps<Row, Status, unknown>,
) {
  const {
    kind: { labels, choices },
    row,
    onChange,
  } = props;
  return (
    <DetailSection title={t('Status')}>
      <div className="flex flex-wrap gap-2">
        {choices.map((status) => (
          <Button
            key={status}
            variant="outlined"
            className={
              status === row.status ? 'border-primary bg-primary-soft text-primary opacity-100' : undefined
            }
            disabled={status === row.status}
            onClick={() => onChange(row, status)}
          >
            {status === row.status && <Check size={16} />}
            {t(labels[status])}
          </Button>
        ))}
      </div>
    </DetailSection>
  );
}
