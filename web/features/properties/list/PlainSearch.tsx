import { listingTypeLabel, propertyTypeLabel } from '#shared/labels.ts';
import { MAX_BEDROOMS } from '#shared/listing/filters.ts';
import { t } from '#web/lib/i18n.tsx';
import { PlainForm } from '#web/ui/controls/PlainForm.tsx';
import { optionsOf } from '#web/ui/list/selectOptions.ts';
import { atLeastOptions, locationChoice } from './Filters.tsx';
import { emptyState, type ListState, sortOptions, writeListState } from './listState.ts';

// Apart from the filters, which only servers import at once: browsers fetch them later, and never this form.

/** The list's filters for browsers that run no scripts, see `PlainForm`. */
export function PlainSearch({ state = emptyState }: { state?: ListState }) {
  const anyType = { value: '', label: t('All Types') };
  return (
    <PlainForm
      label={t('Search properties')}
      to="/properties"
      kept={writeListState({ ...state, page: 1, view: 'grid' })}
      submitLabel={t('Search')}
      fields={[
        { name: 'search', label: t('Keyword'), value: state.search },
        { name: 'location', label: t('Location'), ...locationChoice(state.locations) },
        // Several types stay in the address: a select has one.
        ...(state.types.length > 1
          ? []
          : [
              {
                name: 'type',
                label: t('Unit Type'),
                value: state.types[0] ?? '',
                options: [anyType, ...optionsOf(propertyTypeLabel)],
              },
            ]),
        {
          name: 'listing_type',
          label: t('Listing Type'),
          value: state.listing_type ?? '',
          options: [anyType, ...optionsOf(listingTypeLabel)],
        },
        { name: 'min_price', label: t('Lowest price'), value: String(state.min_price ?? ''), isNumber: true },
        {
          name: 'max_price',
          label: t('Highest price'),
          value: String(state.max_price ?? ''),
          isNumber: true,
        },
        {
          name: 'bedrooms',
          label: t('Bedrooms'),
          value: String(state.bedrooms ?? 0),
          options: atLeastOptions(MAX_BEDROOMS).map(({ value, label }) => ({ value: String(value), label })),
        },
        {
          name: 'sort',
          label: t('Sort by'),
          value: state.sort ?? '',
          // Words may still be typed: without a choice they are ranked, and a list without words is the newest first.
          options: [{ value: '', label: t('Most relevant') }, ...sortOptions({ ...state, search: '' })],
        },
      ]}
    />
  );
}
