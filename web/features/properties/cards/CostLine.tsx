import type { Property } from '#shared/contracts/properties.ts';
import { costInShort } from '#shared/costs.ts';
import { formatFullPrice } from '#shared/money.ts';
import { t } from '#web/lib/i18n.tsx';
import { useSite } from '#web/lib/useSite.ts';

/** The costs of a listing in one line, with the usual terms. Shown only where the filter asks for it. */
export function CostLine({ property }: { property: Property }) {
  const { costs: rates } = useSite();
  if (!rates) return null;
  const amount = formatFullPrice(costInShort(property, rates));
  return (
    <p className="text-sm tabular-nums">
      {property.listing_type === 'sale'
        ? t('Estimate: {amount} a month with a bank loan', { amount })
        : t('Estimate: {amount} to move in', { amount })}
    </p>
  );
}
