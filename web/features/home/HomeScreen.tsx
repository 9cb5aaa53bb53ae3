import { useQuery } from '@tanstack/react-query';
import { ArrowRight, BadgeCheck, MapPinned, MessagesSquare, PhilippinePeso, Search } from 'lucide-react';
import { useState } from 'react';
import { msg } from '#shared/messages.ts';
import { AreaCard, ListingCount } from '#web/features/locations/index.ts';
import {
  PlainSearch,
  PropertyCard,
  PropertyCardSkeleton,
  useSuggestions,
} from '#web/features/properties/index.ts';
import { mainAreas } from '#web/lib/contact.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link, useNavigate } from '#web/lib/router.tsx';
import { useSite } from '#web/lib/useSite.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { NativeInput, NativeSelect } from '#web/ui/controls/Field.tsx';
import { SectionHeading } from '#web/ui/layout/SectionHeading.tsx';
import { ErrorState } from '#web/ui/states/EmptyState.tsx';
import { RefetchNotice } from '#web/ui/states/RefetchNotice.tsx';
import buy from './art/buy.svg?url';
import heroDark from './art/heroDark.svg?url';
import heroLight from './art/heroLight.svg?url';
import lease from './art/lease.svg?url';
import rent from './art/rent.svg?url';
import styles from './HomeScreen.module.css';
import { NEWEST_COUNT, newestListingsQuery } from './queries.ts';

export function HomeScreen() {
  useTitle();
  return (
    <>
      <section
        className="relative isolate z-1 mb-[calc(var(--s-space-7)_+_1.5rem)] xl:mb-[calc(var(--s-space-8)_+_4.75rem)]"
        aria-labelledby="hero-title"
      >
        <picture>
          <source srcSet={heroDark} media="(prefers-color-scheme: dark)" />
          <img
            className="absolute inset-0 w-full h-[calc(100%_-_13rem)] object-cover xl:h-full [z-index:-1] [object-position:60%_100%]"
            src={heroLight}
            alt=""
            fetchPriority="high"
          />
        </picture>
        <div className="flex flex-col justify-between min-h-164 max-w-page mx-auto pt-8 px-gutter pb-0 xl:min-h-164 xl:pt-section">
          <div className="max-w-140 pb-48">
            <h1 className="text-3xl font-[750] leading-[1.08] tracking-[-0.035em]" id="hero-title">
              {t('Find the place you’ll come home to')}
            </h1>
            <p className="max-w-120 mt-4 text-lg leading-[1.5]">
              {t(
                'Condominiums, houses, offices and land across Metro Manila, listed by agents who know the neighborhood.',
              )}
            </p>
          </div>
          <HeroSearchPanel />
        </div>
      </section>
      <div className="grid gap-section max-w-page mx-auto px-gutter *:min-w-0">
        <NewestListings />
        <CategoryCards />
        <LocationCards />
        <Benefits />
      </div>
    </>
  );
}

const benefits = [
  {
    Icon: BadgeCheck,
    title: msg('Listings you can trust'),
    text: msg('We approve every agent before they post, and sold or rented places are clearly marked.'),
  },
  {
    Icon: MapPinned,
    title: msg('Local to the street'),
    text: msg('See what is within walking distance of each address: stations, schools, hospitals and groceries.'),
  },
  {
    Icon: MessagesSquare,
    title: msg('Talk to the agent'),
    text: msg('Ask a question, chat or request a viewing without leaving the page.'),
  },
  {
    Icon: PhilippinePeso,
    title: msg('Prices up front'),
    text: msg('Full prices in pesos, per month for rentals. We tell you when the price of a saved home changes.'),
  },
];

function Benefits() {
  const { siteName } = useSite();
  return (
    <section
      className="py-12 px-[clamp(var(--s-space-5),4vw,var(--s-space-7))] rounded-lg bg-sunken"
      aria-labelledby="benefits-title"
    >
      <h2 className="mb-8 text-2xl" id="benefits-title">
        {t('Why choose {siteName}?', { siteName })}
      </h2>
      <ul className="grid grid-fit-[14rem] gap-y-8 gap-x-6">
        {benefits.map(({ Icon, title, text }) => (
          <li key={title.id}>
            <span className="grid place-items-center w-12 h-12 mb-4 rounded-md bg-primary text-on-primary">
              <Icon size={24} strokeWidth={1.75} />
            </span>
            <h3 className="mb-2">{t(title)}</h3>
            <p className="text-muted text-md">{t(text)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const CARD_SIZES = '(max-width: 38rem) 84vw, (max-width: 64rem) 44vw, 19rem';

export function NewestListings() {
  const query = useQuery(newestListingsQuery);
  const { data, isPending, isError, refetch } = query;
  // A new installation has nothing to show yet; the search above says so when asked.
  if (data?.properties.length === 0) return null;
  return (
    <section aria-labelledby="newest-title" aria-busy={isPending}>
      <SectionHeading
        id="newest-title"
        title={t('New on the market')}
        text={t('Fresh listings, the newest first.')}
        link={{ to: '/properties', label: t('See all properties') }}
      />
      <RefetchNotice query={query} />
      {isError && !data ? (
        <ErrorState headingLevel={3} message={t('Failed to load properties')} onRetry={() => void refetch()} />
      ) : (
        <ul className={styles.row}>
          {(data?.properties ?? Array.from({ length: NEWEST_COUNT }, () => null)).map((property, place) => (
            <li key={property?.id ?? place}>
              {property ? <PropertyCard property={property} sizes={CARD_SIZES} /> : <PropertyCardSkeleton />}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const categories = [
  {
    type: 'sale',
    picture: buy,
    title: msg('Buy'),
    text: msg('A place of your own, from studio units to family homes.'),
    linkText: msg('Properties for sale'),
  },
  {
    type: 'rent',
    picture: rent,
    title: msg('Rent'),
    text: msg('Near work, near school, near the train. Move in this month.'),
    linkText: msg('Properties for rent'),
  },
  {
    type: 'lease',
    picture: lease,
    title: msg('Lease'),
    text: msg('Offices, shops and homes on longer terms.'),
    linkText: msg('Properties for lease'),
  },
] as const;

function CategoryCards() {
  return (
    <section aria-labelledby="categories-title">
      <SectionHeading id="categories-title" title={t('What are you looking for?')} />
      <ul className="grid grid-fit-[13rem] gap-6">
        {categories.map(({ type, picture, title, text, linkText }) => (
          <li key={type}>
            <Link
              className="flex flex-col h-full overflow-hidden panel lift text-ink no-underline max-md:flex-row"
              to={`/properties?type=${type}`}
            >
              <img
                className="w-full h-auto aspect-16/9 object-cover bg-skeleton max-md:flex-none max-md:w-30 max-md:h-auto max-md:[aspect-ratio:auto]"
                src={picture}
                alt=""
                width={960}
                height={640}
                loading="lazy"
                decoding="async"
              />
              <div className="flex flex-1 flex-col gap-1 pt-4 px-6 pb-6 max-md:p-4">
                <h3 className="text-xl">{t(title)}</h3>
                <p className="text-muted max-md:text-sm">{t(text)}</p>
                <div className="flex flex-wrap items-center justify-between gap-2 mt-auto pt-3 text-md">
                  <span className="inline-flex items-center gap-2 text-primary font-[650]">
                    {t(linkText)}
                    <ArrowRight size={17} />
                  </span>
                  <span className="text-muted text-sm">
                    <ListingCount filter={{ listing_type: type }} />
                  </span>
                </div>
              </div>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function LocationCards() {
  return (
    <section aria-labelledby="locations-title">
      <SectionHeading
        id="locations-title"
        title={t('Where Metro Manila is moving')}
        text={t('Business districts, bayside towers and new developments: start with the most popular areas.')}
        link={{ to: '/locations', label: t('All locations') }}
      />
      <ul className="grid grid-fit-[13rem] gap-6">
        {mainAreas.map(({ slug, location }) => (
          <li key={slug}>
            <AreaCard
              slug={slug}
              name={location}
              to={`/properties?location=${encodeURIComponent(location)}`}
              location={location}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function HeroSearchPanel() {
  const navigate = useNavigate();
  const [search, setSearch] = useState(emptySearch);
  const suggestions = useSuggestions({
    text: search.keyword,
    onChoose: ({ url }) => void navigate(heroSuggestionPath(search, url)),
  });
  return (
    <search
      aria-label={t('Search properties')}
      className="block -mb-12 p-4 panel border-line/70 shadow-lg xl:-mb-19 xl:p-6"
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
        {choiceNames.map((name) => (
          <NativeSelect<string>
            key={name}
            label={t(choices[name].label)}
            value={search[name]}
            options={Object.entries(choices[name].labels).map(([value, words]) => ({
              value,
              label: t(words),
            }))}
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
        <Button className="col-span-full min-h-12 text-base xl:col-[4] xl:min-h-control" type="submit">
          {t('Search')}
        </Button>
      </form>
    </search>
  );
}

/** The hero's controls and their filters of the property list (specification, part 1 §2). */
const choices = {
  listingType: {
    label: msg('Property Type'),
    labels: { '': msg('All Types'), sale: msg('Buy'), rent: msg('Rent'), lease: msg('Lease') },
  },
  unit: {
    label: msg('Unit Type'),
    labels: {
      '': msg('All Units'),
      apartment: msg('Apartment'),
      condo: msg('Condominium'),
      duplex: msg('Duplex'),
      attached: msg('Single Attached House'),
      detached: msg('Single Detached House'),
    },
  },
  location: {
    label: msg('Location'),
    labels: {
      '': msg('All Locations'),
      ...Object.fromEntries(mainAreas.map(({ location }) => [location, msg('{location}', { location })])),
    },
  },
  price: {
    label: msg('Price Range'),
    labels: {
      '': msg('Any Price'),
      under5: msg('Under ₱5M'),
      '5to10': msg('₱5M-₱10M'),
      '10to20': msg('₱10M-₱20M'),
      over20: msg('₱20M+'),
    },
  },
};

const choiceNames = Object.keys(choices) as (keyof typeof choices)[];

export type HeroSearch = Record<keyof typeof choices | 'keyword', string>;

export const emptySearch: HeroSearch = { listingType: '', unit: '', location: '', price: '', keyword: '' };

const priceBounds: Record<string, { min_price?: string; max_price?: string }> = {
  under5: { max_price: '5000000' },
  '5to10': { min_price: '5000000', max_price: '10000000' },
  '10to20': { min_price: '10000000', max_price: '20000000' },
  over20: { min_price: '20000000' },
};

export function heroSearchPath({ listingType, unit, location, price, keyword }: HeroSearch): string {
  const chosen = {
    search: keyword.trim(),
    type: unit === 'attached' || unit === 'detached' ? 'house' : unit,
    location,
    ...priceBounds[price],
    listing_type: listingType,
  };
  const parameters = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value !== ''));
  return parameters.size > 0 ? `/properties?${parameters}` : '/properties';
}

/** The address of a suggestion: its own page, or its list with the other choices. */
function heroSuggestionPath(search: HeroSearch, url: string): string {
  const [path, query] = url.split('?');
  if (path !== '/properties') return url;
  const parameters = new URLSearchParams(heroSearchPath({ ...search, keyword: '' }).split('?')[1]);
  for (const [name, value] of new URLSearchParams(query)) parameters.set(name, value);
  return `/properties?${parameters}`;
}
