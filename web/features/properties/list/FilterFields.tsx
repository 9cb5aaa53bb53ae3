import type { ListingType } from '#shared/contracts/properties.ts';
import { listingTypeLabel } from '#shared/labels.ts';
import { NativeSelect } from '#web/ui/NativeSelect.tsx';
import styles from './FilterFields.module.css';
import { type ListState, MAX_BATHROOMS, MAX_BEDROOMS, MAX_PRICE, MIN_PRICE } from './listState.ts';
import { locationChoice } from './locationChoice.ts';
import { PriceField } from './PriceField.tsx';
import { RadioRow } from './RadioRow.tsx';
import type { ListStateControl } from './useListState.ts';

interface FilterFieldsProps {
  state: ListState;
  onChange: ListStateControl['change'];
}

const listingTypeOptions: { value: ListingType | ''; label: string }[] = [
  { value: '', label: 'All Types' },
  { value: 'sale', label: listingTypeLabel.sale },
  { value: 'rent', label: listingTypeLabel.rent },
  { value: 'lease', label: listingTypeLabel.lease },
];
const bedroomOptions = atLeastOptions(MAX_BEDROOMS);
const bathroomOptions = atLeastOptions(MAX_BATHROOMS);

function atLeastOptions(most: number) {
  return Array.from({ length: most + 1 }, (_, value) => ({
    value,
    label: value === 0 ? 'Any' : `${value}+`,
  }));
}

/** The advanced filters; each takes effect at once. */
export function FilterFields({ state, onChange }: FilterFieldsProps) {
  const location = locationChoice(state.location);
  return (
    <div className={styles.fields}>
      <div className={`grid grid-cols-[1fr_1fr] gap-y-1.5 gap-x-3 ${styles.prices}`}>
        <PriceField
          label="Min Price"
          value={state.minPrice}
          whenEmpty={MIN_PRICE}
          onPrice={(minPrice) => onChange({ minPrice }, { typedIn: 'minPrice' })}
        />
        <PriceField
          label="Max Price"
          value={state.maxPrice}
          whenEmpty={MAX_PRICE}
          limit={MAX_PRICE}
          onPrice={(maxPrice) => onChange({ maxPrice }, { typedIn: 'maxPrice' })}
        />
        <p className="col-span-full text-muted text-xs leading-[1.4]" role="status">
          {state.minPrice > state.maxPrice && state.maxPrice < MAX_PRICE
            ? 'The minimum is above the maximum, so nothing can match.'
            : 'Per month for rent and lease. 50,000,000 means no limit.'}
        </p>
      </div>
      <NativeSelect
        label="Location"
        value={location.value}
        options={location.options}
        onChange={(value) => onChange({ location: value })}
      />
      <RadioRow
        legend="Listing Type"
        value={state.listingType ?? ''}
        options={listingTypeOptions}
        onChange={(value) => onChange({ listingType: value === '' ? null : value })}
      />
      <RadioRow
        legend="Bedrooms"
        value={state.bedrooms}
        options={bedroomOptions}
        onChange={(bedrooms) => onChange({ bedrooms })}
      />
      <RadioRow
        legend="Bathrooms"
        value={state.bathrooms}
        options={bathroomOptions}
        onChange={(bathrooms) => onChange({ bathrooms })}
      />
    </div>
  );
}
