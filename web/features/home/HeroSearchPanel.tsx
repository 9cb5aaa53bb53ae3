import { Search } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '#web/ui/Button.tsx';
import { NativeInput } from '#web/ui/NativeInput.tsx';
import { NativeSelect } from '#web/ui/NativeSelect.tsx';
import styles from './HeroSearchPanel.module.css';
import {
  emptySearch,
  heroSearchPath,
  locationOptions,
  priceOptions,
  propertyTypeOptions,
  unitTypeOptions,
} from './heroSearch.ts';

export function HeroSearchPanel() {
  const navigate = useNavigate();
  const [search, setSearch] = useState(emptySearch);
  return (
    <search className="block p-4 border border-[color-mix(in_srgb,var(--s-border)_70%,transparent)] rounded-lg bg-surface shadow-lg xl:p-6">
      <form
        className={`grid grid-cols-2 gap-3 xl:grid-cols-4 xl:gap-4 ${styles.form}`}
        aria-label="Search properties"
        onSubmit={(event) => {
          event.preventDefault();
          void navigate(heroSearchPath(search));
        }}
      >
        <NativeSelect
          label="Property Type"
          value={search.listingType}
          options={propertyTypeOptions}
          onChange={(listingType) => setSearch({ ...search, listingType })}
        />
        <NativeSelect
          label="Unit Type"
          value={search.unit}
          options={unitTypeOptions}
          onChange={(unit) => setSearch({ ...search, unit })}
        />
        <NativeSelect
          label="Location"
          value={search.location}
          options={locationOptions}
          onChange={(location) => setSearch({ ...search, location })}
        />
        <NativeSelect
          label="Price Range"
          value={search.price}
          options={priceOptions}
          onChange={(price) => setSearch({ ...search, price })}
        />
        <NativeInput
          className={styles.keyword}
          label="Keyword"
          isLabelHidden
          type="search"
          enterKeyHint="search"
          placeholder="Search by keyword, location, or property ID..."
          icon={<Search size={18} />}
          value={search.keyword}
          onChange={(keyword) => setSearch({ ...search, keyword })}
        />
        <Button className={styles.submit} type="submit">
          Search
        </Button>
      </form>
    </search>
  );
}
