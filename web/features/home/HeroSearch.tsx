import { Search } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '#web/ui/controls/Button.tsx';
import { NativeInput } from '#web/ui/controls/NativeInput.tsx';
import { NativeSelect } from '#web/ui/controls/NativeSelect.tsx';

export function HeroSearchPanel() {
  const navigate = useNavigate();
  const [search, setSearch] = useState(emptySearch);
  return (
    <search className="block -mb-12 xl:-mb-19 p-4 border border-[color-mix(in_srgb,var(--s-border)_70%,transparent)] rounded-lg bg-surface shadow-lg xl:p-6">
      <form
        className="grid grid-cols-2 gap-3 xl:grid-cols-4 xl:gap-4"
        aria-label="Search properties"
        onSubmit={(event) => {
          event.preventDefault();
          void navigate(heroSearchPath(search));
        }}
      >
        {choices.map(({ name, label, options }) => (
          <NativeSelect<string>
            key={name}
            label={label}
            value={search[name]}
            options={options}
            onChange={(value) => setSearch({ ...search, [name]: value })}
          />
        ))}
        <NativeInput
          className="col-span-full! xl:col-[1_/_4]!"
          label="Keyword"
          isLabelHidden
          type="search"
          enterKeyHint="search"
          placeholder="Search by keyword, location, or property ID..."
          icon={<Search size={18} />}
          value={search.keyword}
          onChange={(keyword) => setSearch({ ...search, keyword })}
        />
        <Button className="col-span-full! min-h-12! text-base! xl:col-[4]! xl:min-h-control!" type="submit">
          Search
        </Button>
      </form>
    </search>
  );
}

/** The hero's controls and what they mean to the property list (specification, part 1 §2). */

const propertyTypeOptions = [
  { value: '', label: 'All Types' },
  { value: 'sale', label: 'Buy' },
  { value: 'rent', label: 'Rent' },
  { value: 'lease', label: 'Lease' },
] as const;

const unitTypeOptions = [
  { value: '', label: 'All Units' },
  { value: 'apartment', label: 'Apartment' },
  { value: 'condo', label: 'Condominium' },
  { value: 'duplex', label: 'Duplex' },
  { value: 'attached', label: 'Single Attached House' },
  { value: 'detached', label: 'Single Detached House' },
] as const;

const locationOptions = [
  { value: '', label: 'All Locations' },
  { value: 'Makati City', label: 'Makati City' },
  { value: 'Pasay City', label: 'Pasay City' },
  { value: 'Taguig City', label: 'Taguig City' },
] as const;

const priceOptions = [
  { value: '', label: 'Any Price' },
  { value: 'under5', label: 'Under ₱5M' },
  { value: '5to10', label: '₱5M-₱10M' },
  { value: '10to20', label: '₱10M-₱20M' },
  { value: 'over20', label: '₱20M+' },
] as const;

const choices = [
  { name: 'listingType', label: 'Property Type', options: propertyTypeOptions },
  { name: 'unit', label: 'Unit Type', options: unitTypeOptions },
  { name: 'location', label: 'Location', options: locationOptions },
  { name: 'price', label: 'Price Range', options: priceOptions },
] as const;

export interface HeroSearch {
  listingType: (typeof propertyTypeOptions)[number]['value'];
  unit: (typeof unitTypeOptions)[number]['value'];
  location: (typeof locationOptions)[number]['value'];
  price: (typeof priceOptions)[number]['value'];
  keyword: string;
}

export const emptySearch: HeroSearch = { listingType: '', unit: '', location: '', price: '', keyword: '' };

const priceBounds: Record<HeroSearch['price'], { min_price?: string; max_price?: string }> = {
  '': {},
  under5: { max_price: '5000000' },
  '5to10': { min_price: '5000000', max_price: '10000000' },
  '10to20': { min_price: '10000000', max_price: '20000000' },
  over20: { min_price: '20000000' },
};

const isHouse = (unit: HeroSearch['unit']) => unit === 'attached' || unit === 'detached';

/** The address of the property list that shows what was asked for. */
export function heroSearchPath({ listingType, unit, location, price, keyword }: HeroSearch): string {
  const chosen = {
    search: keyword.trim(),
    type: isHouse(unit) ? 'house' : unit,
    location,
    ...priceBounds[price],
    listing_type: listingType,
  };
  const parameters = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value !== ''));
  const query = parameters.toString();
  return query ? `/properties?${query}` : '/properties';
}
