import { t } from '#web/lib/i18n.tsx';
import { Button } from '../controls/Button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../dialogs/Dialog.tsx';
import { showToast } from '../dialogs/showToast.ts';
import type { Selection } from './Selection.tsx';

interface BulkResult<Before> {
  id: number;
  name: string | null;
  outcome: 'changed' | 'unchanged' | 'refused';
  before: Before | null;
  error: string | null;
}

export interface BulkAnswer<Before = unknown> {
  results: BulkResult<Before>[];
  changed: number;
}

/** Rejected rows, by name. */
export type BulkRefusals = readonly BulkResult<unknown>[];

interface BulkWords {
  /** @param count number of changed rows */
  done(count: number): string;
  onUndo?: (() => void) | undefined;
}

/**
 * Shows the result of a bulk action; rejected rows stay selected.
 * @returns the rejected rows for `BulkRefusalsDialog`, or null
 */
export function showBulkResult(
  { results, changed }: BulkAnswer,
  selection: Selection,
  { done, onUndo }: BulkWords,
): BulkRefusals | null {
  const refused = results.filter(({ outcome }) => outcome === 'refused');
  selection.put(
    results.filter(({ outcome }) => outcome !== 'refused').map(({ id }) => id),
    false,
  );
  if (changed > 0) showToast(done(changed), 'success', onUndo && { label: t('Undo'), onClick: onUndo });
  else if (refused.length === 0) showToast(t('Nothing to change'), 'info');
  return refused.length > 0 ? refused : null;
}

/** Lists the rows that a bulk action did not change, with reasons. */
export function BulkRefusalsDialog({ refused, onClose }: { refused: BulkRefusals; onClose(): void }) {
  return (
    <Dialog
      title={t('{count, plural, one {# was not changed} other {# were not changed}}', {
        count: refused.length,
      })}
      onClose={onClose}
    >
      <DialogBody>
        <ul className="grid gap-3">
          {refused.map(({ id, name, error }) => (
            <li key={id} className="grid gap-0.5 wrap-anywhere">
              <span className="row-title">{name ?? t('#{id} (deleted)', { id })}</span>
              <span className="text-muted text-sm">{error}</span>
            </li>
          ))}
        </ul>
        <DialogFooter>
          <Button onClick={onClose}>{t('Close')}</Button>
        </DialogFooter>
      </DialogBody>
    </Dialog>
  );
}
