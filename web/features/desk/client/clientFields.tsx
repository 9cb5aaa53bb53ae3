import { type ChangeEvent, type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { readAmount } from '#shared/amounts.ts';
import type { ClientStage, DeskClient, DeskRow } from '#shared/contracts/desk.ts';
import { MAX_NEXT_ACTION_LENGTH, MAX_WISHES_LENGTH } from '#shared/limits.ts';
import { addDays } from '#shared/manilaDays.ts';
import { manilaDay } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { AmountInput, sayAmount } from '#web/ui/controls/AmountInput.tsx';
import { controlClass, Field } from '#web/ui/controls/Field.tsx';
import { type ClientChange, stageLabel, stages } from '../deskData.ts';
import { useUpdateClient } from '../queries.ts';

/** A text box that grows with its text. */
export const areaClass = `${controlClass} h-auto min-h-19 py-2 leading-[1.45] resize-none [field-sizing:content]`;
const SMALL = `${controlClass} h-9 px-2.5 text-sm max-lg:text-base pointer-coarse:h-control`;

/** A field's text until it loses the focus or is unmounted; then it is saved. */
function useTyped(stored: string, keep: (typed: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  const keepTyped = () => {
    if (typed !== null && typed.trim() !== stored) keep(typed.trim());
  };
  const keepAtTheEnd = useEffectEvent(keepTyped);
  useEffect(() => () => keepAtTheEnd(), []);
  return {
    value: typed ?? stored,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => setTyped(target.value),
    onBlur: () => {
      keepTyped();
      setTyped(null);
    },
  };
}

export function StageField({ row }: { row: DeskRow }) {
  const name = useId();
  const update = useUpdateClient();
  const choose = (stage: ClientStage) =>
    update(row.id, { stage }, t('{name}: stage {stage}', { name: row.name, stage: t(stageLabel[stage]) }));
  return (
    <div role="radiogroup" aria-label={t('Stage')} className="grid grid-cols-3 gap-1">
      {stages.map((stage) => (
        <label key={stage} className="quiet-btn choice px-1 border">
          <input
            type="radio"
            name={name}
            value={stage}
            checked={stage === row.stage}
            onChange={() => void choose(stage)}
          />
          {t(stageLabel[stage])}
        </label>
      ))}
    </div>
  );
}

/** The agent's next step, and the day on which it appears in Today. */
export function NextActionField({ row }: { row: DeskRow }) {
  const update = useUpdateClient();
  const change = (to: ClientChange, words: string) => void update(row.id, to, words);
  const text = useTyped(row.next_action ?? '', (typed) =>
    change(
      { next_action: typed || null },
      typed ? t('Next action: {action}', { action: typed }) : t('Next action removed'),
    ),
  );
  const today = manilaDay(new Date());
  const setDay = (day: string | null) =>
    change(
      { next_action_on: day },
      day ? t('Next action on {day}', { day }) : t('Day of the next action removed'),
    );
  const quick = [
    { label: t('Tomorrow'), day: addDays(today, 1) },
    { label: t('In 3 Days'), day: addDays(today, 3) },
    { label: t('In a Week'), day: addDays(today, 7) },
  ];
  return (
    <div className="flex flex-wrap gap-1.5">
      <Field label={t('What to do next')} isLabelHidden className="grid-cols-1 flex-[1_1_9rem]">
        {(control) => (
          <input
            {...control}
            dir="auto"
            className={SMALL}
            placeholder={t('What to do next')}
            maxLength={MAX_NEXT_ACTION_LENGTH}
            {...text}
            onKeyDown={leaveOnEnter}
          />
        )}
      </Field>
      <Field label={t('Day of the next action')} isLabelHidden className="grid-cols-1 flex-[0_1_8.75rem]">
        {(control) => (
          <input
            {...control}
            type="date"
            className={SMALL}
            value={row.next_action_on ?? ''}
            min={today}
            onChange={(event) => setDay(event.target.value || null)}
          />
        )}
      </Field>
      <div className="flex flex-wrap basis-full gap-1.5">
        {quick.map(({ label, day }) => (
          <button
            key={day}
            type="button"
            className="pill pill-small px-2 text-xs"
            aria-pressed={row.next_action_on === day}
            onClick={() => setDay(row.next_action_on === day ? null : day)}
          >
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}

/** In a single line Enter saves the text, by leaving the field. */
function leaveOnEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.blur();
}

export function WishesFields({ client }: { client: DeskClient }) {
  const { row, budget_min, budget_max } = client;
  const update = useUpdateClient();
  const setBudget = (change: ClientChange) =>
    void update(row.id, change, t('Budget of {name} saved', { name: row.name }));
  const wishes = useTyped(client.wishes ?? '', (typed) => {
    void update(row.id, { wishes: typed || null }, t('Wishes of {name} saved', { name: row.name }));
  });
  return (
    <div className="grid grid-cols-2 gap-2">
      <BudgetField
        label={t('Budget from')}
        pesos={budget_min}
        onChange={(pesos) => setBudget({ budget_min: pesos })}
      />
      <BudgetField
        label={t('Budget up to')}
        pesos={budget_max}
        isBelow={budget_min !== null && budget_max !== null && budget_max < budget_min}
        onChange={(pesos) => setBudget({ budget_max: pesos })}
      />
      <Field label={t('Wishes')} className="col-span-2">
        {(control) => (
          <textarea
            dir="auto"
            {...control}
            rows={3}
            className={`${areaClass} max-h-60 px-2.5 text-sm max-lg:text-base`}
            placeholder={t('Two bedrooms near BGC, pets, move in by June…')}
            maxLength={MAX_WISHES_LENGTH}
            {...wishes}
          />
        )}
      </Field>
    </div>
  );
}

interface BudgetFieldProps {
  label: string;
  pesos: number | null;
  /** The upper end is below the lower one. */
  isBelow?: boolean;
  onChange(pesos: number | null): void;
}

function BudgetField({ label, pesos, isBelow = false, onChange }: BudgetFieldProps) {
  const stored = sayPesos(pesos);
  const [typed, setTyped] = useState<string | null>(null);
  const save = () => {
    const reading = readAmount(typed ?? stored, 'pesos');
    // An amount without a single meaning stays, to be corrected.
    if (reading.kind !== 'read' && reading.kind !== 'empty') return;
    setTyped(null);
    const read = reading.kind === 'read' ? reading.value : null;
    if (read !== pesos) onChange(read);
  };
  const saveAtTheEnd = useEffectEvent(save);
  useEffect(() => () => saveAtTheEnd(), []);
  return (
    <AmountInput
      label={label}
      kind="pesos"
      value={typed ?? stored}
      onChange={setTyped}
      onSettle={save}
      problem={isBelow ? t('This is below the minimum') : undefined}
      controlClassName={SMALL}
      placeholder="₱"
      unreadable={t('Enter an amount such as 4.5M')}
      onKeyDown={leaveOnEnter}
    />
  );
}

const sayPesos = (pesos: number | null): string => (pesos === null ? '' : sayAmount({ value: pesos }, 'pesos'));
