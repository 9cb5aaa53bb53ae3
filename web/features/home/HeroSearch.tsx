import { Search } from 'lucide-react';
import { useState } from 'react';
import { msg } from '#shared/messages.ts';
import { PlainSearch, useSuggestions } from '#web/features/properties/index.ts';
import { mainAreas } from '#web/lib/contact.ts';
import { t } from '#web/lib/i18n.tsx';
import { useNavigate } from '#web/lib/router.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { NativeInput, NativeSelect } from '#web/ui/controls/Field.tsx';

export function HeroSearchPanel() {
  const navigate = useNavigate();
  const [search, setSearch] = useState(emptySearch);
  const suggestions = useSuggestions({
    text: search.keyword,
    onChoose: ({ url }) => void navigate(heroSuggestionPath(search, url)),
  });
  return (
    <search
      aria-label={t('Search properties')}
      className="block -mb-12 xl:-mb-19 p-4 border border-[color-mix(in_srgb,var(--s-border)_70%,transparent)] rounded-lg bg-surface shadow-lg xl:p-6"
    >
      <noscript>{import.meta.env.SSR && <PlainSearch />}</noscript>
      <form
        className="grid grid-cols-2 gap-3 xl:grid-cols-4 xl:gap-4 noscript:hidden"
        aria-label={t('Search properties')}
        onSubmit={(event) => {
          event.preventDefault();
          suggestions.keep(search.keyword);
          void navigate(heroSearchPath(search));
        }}
      >
        {choices.map(({ name, label, options }) => (
          <NativeSelect<string>
            key={name}
            label={t(label)}
            value={search[name]}
            options={options.map((option) => ({ value: option.value, label: t(option.label) }))}
            onChange={(value) => setSearch({ ...search, [name]: value })}
          />
        ))}
        <div
          className="relative col-span-full scroll-mt-[calc(var(--s-header-height)_+_var(--s-space-2))] xl:col-[1_/_4]"
          {...suggestions.box}
        >
          <NativeInput
            label={t('Keyword')}
            isLabelHidden
            type="search"
            enterKeyHint="search"
            placeholder={t('Search by keyword, location, or property ID...')}
            icon={<Search size={18} />}
            {...suggestions.input}
            value={search.keyword}
            onChange={(keyword) => {
              setSearch({ ...search, keyword });
              suggestions.open();
            }}
          />
          {suggestions.popup}
        </div>
        <Button className="col-span-full! min-h-12! text-base! xl:col-[4]! xl:min-h-control!" type="submit">
          {t('Search')}
        </Button>
      </form>
    </search>
  );
}

/** The hero's controls and their filters of the property list (specification, part 1 §2). */

const propertyTypeOptions = [
  { value: '', label: msg('All Types') },
  { value: 'sale', label: msg('Buy') },
  { value: 'rent', label: msg('Rent') },
  { value: 'lease', label: msg('Lease') },
] as const;

const unitTypeOptions = [
  { value: '', label: msg('All Units') },
  { value: 'apartment', label: msg('Apartment') },
  { value: 'condo', label: msg('Condominium') },
  { value: 'duplex', label: msg('Duplex') },
  { value: 'attached', label: msg('Single Attached House') },
  { value: 'detached', label: msg('Single Detached House') },
] as const;

const locationOptions = [
  { value: '', label: msg('All Locations') },
  ...mainAreas.map(({ location }) => ({ value: location, label: msg('{location}', { location }) })),
] as const;

const priceOptions = [
  { value: '', label: msg('Any Price') },
  { value: 'under5', label: msg('Under ₱5M') },
  { value: '5to10', label: msg('₱5M-₱10M') },
  { value: '10to20', label: msg('₱10M-₱20M') },
  { value: 'over20', label: msg('₱20M+') },
] as const;

const choices = [
  { name: 'listingType', label: msg('Property Type'), options: propertyTypeOptions },
  { name: 'unit', label: msg('Unit Type'), options: unitTypeOptions },
  { name: 'location', label: msg('Location'), options: locationOptions },
  { name: 'price', label: msg('Price Range'), options: priceOptions },
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

/** The address of the property list for the chosen search. */
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

/** The address of a suggestion: its own page, or its list with the other choices. */
export function heroSuggestionPath(search: HeroSearch, url: string): string {
  const [path, query] = url.split('?');
  if (path !== '/properties') return url;
  const parameters = new URLSearchParams(heroSearchPath({ ...search, keyword: '' }).split('?')[1]);
  for (const [name, value] of new URLSearchParams(query)) parameters.set(name, value);
  return `/properties?${parameters}`;
}
