import { useEffect, useState } from 'react';
import { type AmountKind, type AmountOptions, type AmountReading, readAmount } from '#shared/amounts.ts';
import { t } from '#web/lib/i18n.tsx';
import { isComposing } from '#web/lib/isComposing.ts';
import { type Answer, NativeInput, type NativeInputProps } from './Field.tsx';

export type ReadAmount = Extract<AmountReading, { kind: 'read' }>;

/** Why an amount does not count yet, and what it may be answered with. */
export interface AmountQuestion {
  problem: string;
  answers: readonly Answer[];
}

interface AmountPlan {
  kind: AmountKind;
  options?: AmountOptions | undefined;
  text: string;
  onText(text: string): void;
  /** Asks about an amount that was read, for example an unlikely one. */
  doubt?: ((reading: ReadAmount) => AmountQuestion | null) | undefined;
  /** Instead of the general sentence with an example. */
  unreadable?: string | undefined;
}

/** The typing has paused. */
const PAUSE_MS = 1_000;

const figure = new Intl.NumberFormat('en-PH', { maximumFractionDigits: 2 });
const centavos = new Intl.NumberFormat('en-PH', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const grouped = (value: number) => figure.format(value);

/** An amount as its field shows it: '12,500,000', '54.5'. Empty for null. */
export function writeAmount(value: number | null, kind: AmountKind = 'pesos'): string {
  if (value === null) return '';
  return kind === 'pesos' || kind === 'perSqm' || kind === 'area' ? grouped(value) : String(value);
}

/** An amount in words: '₱12,500,000', '₱45,000 a month', '54.5 sqm', '20%'. */
export function sayAmount({ value, isPercent, isMonthly }: Omit<ReadAmount, 'kind'>, kind: AmountKind): string {
  if (isPercent || kind === 'percent') return `${value}%`;
  if (kind === 'area') return t('{area} sqm', { area: grouped(value) });
  if (kind !== 'pesos' && kind !== 'perSqm') return String(value);
  const amount = `₱${Number.isInteger(value) ? grouped(value) : centavos.format(value)}`;
  if (kind === 'perSqm') return t('{amount} per sqm', { amount });
  return isMonthly ? t('{amount} a month', { amount }) : amount;
}

const examples: Record<AmountKind, () => string> = {
  pesos: () => t('Write an amount such as 12,500,000, 12.5M or 850k'),
  perSqm: () => t('Write an amount such as 150,000 or 150k'),
  area: () => t('Write an area such as 54.5, 54.5 sqm or 1/2 hectare'),
  percent: () => t('Write a percentage such as 7.5'),
  count: () => t('Write a number such as 2'),
};

/** How an amount is to be written, with examples. */
export const amountExample = (kind: AmountKind, { orPercent }: AmountOptions = {}): string =>
  orPercent ? t('Write an amount such as 2.5M, or a percentage such as 20%') : examples[kind]();

/** A phone's keypad of figures has no M, no comma and no percent sign; areas and counts are written without them. */
export const keyboardOf = (kind: AmountKind, { orPercent = false }: AmountOptions = {}) =>
  orPercent || kind === 'pesos' || kind === 'perSqm' ? 'text' : 'decimal';

/** The reading of a field's text, and the question or the sentence about it. */
export function useAmount({ kind, options, text, onText, doubt, unreadable }: AmountPlan) {
  const [settled, setSettled] = useState<{ text: string; understood?: string | undefined } | null>(null);
  const reading = readAmount(text, kind, options);
  const question = questionOf();
  const isSettled = settled?.text === text;
  // It stays when the field is left: a press that takes the focus away would miss its button if the page moved up.
  const understood =
    (reading.kind === 'read' ? understoodOf(text, reading, kind) : undefined) ??
    (isSettled ? settled.understood : undefined);
  const isWaiting = question !== null && !isSettled;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setSettled({ text }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, text]);

  function questionOf(): AmountQuestion | null {
    if (reading.kind === 'unreadable') return { problem: unreadable ?? amountExample(kind, options), answers: [] };
    if (reading.kind === 'read') return doubt?.(reading) ?? null;
    if (reading.kind === 'empty') return null;
    const texts = reading.choices.map((choice) => writeAmount(choice, kind));
    const [first = '', second = ''] = texts;
    return {
      problem: t('Do you mean {first} or {second}?', { first, second }),
      answers: texts.map((label) => ({ label, onChoose: () => onText(label) })),
    };
  }

  return {
    reading,
    question,
    /** Once the typing paused or the field was left. */
    asked: isSettled ? question : null,
    understood,
    /** The field was left, or Enter was pressed: an amount that was read is written out. */
    settle() {
      const isRead = reading.kind === 'read' && question === null;
      const written = isRead ? writeAmount(reading.value, kind) + (reading.isPercent ? '%' : '') : text;
      setSettled({ text: written, understood });
      if (written !== text) onText(written);
      return question === null;
    },
  };
}

/** Undefined where it would only repeat the text. */
export function understoodOf(text: string, reading: ReadAmount, kind: AmountKind): string | undefined {
  const said = sayAmount(reading, kind);
  const isSaid = [said, writeAmount(reading.value, kind)].includes(text.replace(/₱/g, '').trim());
  return isSaid || text.trim() === said ? undefined : said;
}

export interface AmountInputProps extends Omit<NativeInputProps, 'answers' | 'value'> {
  kind: AmountKind;
  options?: AmountOptions;
  value: string;
  doubt?: AmountPlan['doubt'];
  unreadable?: string | undefined;
  /** Said of every amount, as long rows of zeros are easily miscounted. Otherwise only what the text does not say. */
  say?: (reading: ReadAmount) => string | undefined;
  /** The field was left, or Enter was pressed. */
  onSettle?(): void;
}

/**
 * A field of one amount. The text stays as it is typed until the field is left; below it stands what was understood, a
 * question, or how to write it.
 */
export function AmountInput(props: AmountInputProps) {
  const { kind, options, doubt, unreadable, say, onSettle, value, hint, problem, ...rest } = props;
  const { onBlur, onKeyDown, ...input } = rest;
  const amount = useAmount({ kind, options, text: value, onText: input.onChange, doubt, unreadable });
  // A form has its own sentence for the same text.
  const question = problem ? amount.question : amount.asked;
  const { reading } = amount;
  const understood = say && reading.kind === 'read' ? say(reading) : amount.understood;
  const settle = () => {
    amount.settle();
    onSettle?.();
  };
  return (
    <NativeInput
      inputMode={keyboardOf(kind, options)}
      autoComplete="off"
      {...input}
      value={value}
      problem={question?.problem ?? problem}
      answers={question?.answers}
      hint={understood ?? hint}
      onBlur={(event) => {
        onBlur?.(event);
        settle();
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (!event.defaultPrevented && event.key === 'Enter' && !isComposing(event)) settle();
      }}
    />
  );
}
