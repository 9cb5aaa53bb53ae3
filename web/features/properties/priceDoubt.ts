import { isPlausiblePrice, meantPrice } from '#shared/amounts.ts';
import type { ListingType, PropertyType } from '#shared/listing/vocabulary.ts';
import { t } from '#web/lib/i18n.tsx';
import { type AmountQuestion, type ReadAmount, sayAmount, writeAmount } from '#web/ui/controls/AmountInput.tsx';

interface PriceDoubt {
  listing_type: ListingType;
  type: PropertyType;
  /** An unlikely price that was said to be right, as `keptPrice` writes it. */
  kept: string;
  onChoose(text: string): void;
  onKeep(kept: string, price: number): void;
}

/** A price is kept of one kind of property: as a rent it is another one. */
export const keptPrice = (
  price: number,
  { listing_type, type }: Pick<PriceDoubt, 'listing_type' | 'type'>,
): string => [price, listing_type, type].join(' ');

/** A price that the market does not have is asked about: a condominium for ₱13. Null where nothing is to be asked. */
export function priceDoubt({ value, isMonthly }: ReadAmount, doubt: PriceDoubt): AmountQuestion | null {
  const { listing_type, type, kept, onChoose, onKeep } = doubt;
  if (isMonthly && listing_type === 'sale')
    return { problem: t('This property is for sale, and that is a price a month'), answers: [] };
  const key = keptPrice(value, doubt);
  if (value <= 0 || key === kept || isPlausiblePrice(value, listing_type, type)) return null;
  const price = sayAmount({ value }, 'pesos');
  const keep = { label: t('Keep {price}', { price }), onChoose: () => onKeep(key, value) };
  const pesos = meantPrice(value, listing_type, type);
  if (pesos === null)
    return { problem: t('{price} would be an unusual price. Is it right?', { price }), answers: [keep] };
  const meant = sayAmount({ value: pesos }, 'pesos');
  return {
    problem: t('{price} would be an unusual price. Did you mean {meant}?', { price, meant }),
    answers: [{ label: meant, onChoose: () => onChoose(writeAmount(pesos)) }, keep],
  };
}
