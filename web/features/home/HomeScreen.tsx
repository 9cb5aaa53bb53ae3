import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Search } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { type Message, msg } from '#shared/messages.ts';
import { ListingCount } from '#web/features/locations/index.ts';
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
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { RefetchNotice } from '#web/ui/states/RefetchNotice.tsx';
import { WhenNear } from '#web/ui/states/WhenNear.tsx';
import buy from './art/buy.svg?url';
import heroDark from './art/heroDark.svg?url';
import heroLight from './art/heroLight.svg?url';
import lease from './art/lease.svg?url';
import rent from './art/rent.svg?url';
import styles from './HomeScreen.module.css';
import { NEWEST_COUNT, newestListingsQuery } from './queries.ts';

const LaterSections = lazyWithRetry(async () => (await import('./LaterSections.tsx')).LaterSections);

export function HomeScreen() {
  useTitle();
  return (
    <>
      <DemoNote />
      <section className="relative isolate z-1 mb-8" aria-labelledby="hero-title">
        <picture>
          <source srcSet={heroDark} media="(prefers-color-scheme: dark)" />
          <img
            className="absolute inset-0 w-full h-full object-cover [z-index:-1] [object-position:60%_60%]"
            src={heroLight}
            alt=""
            fetchPriority="high"
          />
        </picture>
        <div className="grid gap-3 max-w-page mx-auto py-4 px-gutter xl:gap-4 xl:py-6">
          <div>
            <h1
              className="text-[clamp(1.5rem,1.15rem_+_1.8vw,2.5rem)] font-[750] leading-[1.08] tracking-[-0.035em]"
              id="hero-title"
            >
              {t('Find the place you’ll come home to')}
            </h1>
            <p className="mt-1.5 leading-[1.5] max-lg:hidden">
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
        <WhenNear className="grid gap-section *:min-w-0" fallback={<div className="h-180" />}>
          <LaterSections />
        </WhenNear>
      </div>
    </>
  );
}

/** Said once, on the home page, and in the way of no task. */
function DemoNote() {
  const { demoSince } = useSite();
  if (!demoSince) return null;
  return (
    <p className="px-gutter pb-1 border-b border-b-line text-muted text-center text-xs leading-4">
      {t('This is a demo: its homes and people are made up.')}
    </p>
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

function HeroSearchPanel() {
  const navigate = useNavigate();
  const [search, setSearch] = useState(emptySearch);
  const suggestions = useSuggestions({
    text: search.keyword,
    onChoose: ({ url }) => void navigate(heroSuggestionPath(search, url)),
  });
  // A range of another offer would find nothing.
  const choose = (name: keyof HeroSearch, value: string) =>
    setSearch({ ...search, ...(name === 'listingType' && { price: '' }), [name]: value });
  return (
    <search
      aria-label={t('Search properties')}
      className="block min-w-0 p-3 panel border-line/70 shadow-lg xl:max-w-212 xl:px-5"
    >
      <noscript>{import.meta.env.SSR && <PlainSearch />}</noscript>
      <form
        id={FORM_ID}
        className="grid gap-2 *:min-w-0 noscript:hidden xl:gap-3"
        aria-label={t('Search properties')}
        onSubmit={(event) => {
          event.preventDefault();
          suggestions.keep(search.keyword);
          void navigate(heroSearchPath(search));
        }}
      >
        <OfferTabs chosen={search.listingType} onChoose={(offer) => choose('listingType', offer)} />
        <div className="flex gap-2">
          <div
            className="relative flex-1 min-w-0 scroll-mt-[calc(var(--s-header-height)_+_var(--s-space-2))]"
            {...suggestions.box}
          >
            <NativeInput
              className="[--s-control-height:3.25rem]"
              label={t('Keyword')}
              isLabelHidden
              type="search"
              enterKeyHint="search"
              placeholder={t('Search by keyword, location, or property ID...')}
              icon={<Search size={18} />}
              {...suggestions.input}
              value={search.keyword}
              onChange={(keyword) => {
                choose('keyword', keyword);
                suggestions.open();
              }}
            />
            {suggestions.popup}
          </div>
          <Button size="large" className="max-sm:px-4" type="submit">
            <Search className="sm:hidden" size={20} />
            <span className="max-sm:sr-only">{t('Search')}</span>
          </Button>
        </div>
        <ul aria-label={t('Examples')} className="flex gap-2 -m-1 p-1 overflow-x-auto scrollbar-none *:flex-none">
          {examples.map((example) => (
            <li key={example.id}>
              <Link
                className="pill border-line bg-sunken no-underline"
                to={`/properties?${new URLSearchParams({ search: t(example) })}`}
              >
                {t(example)}
              </Link>
            </li>
          ))}
        </ul>
        <div className="grid grid-cols-2 gap-2 *:min-w-0 md:grid-cols-4">
          {choiceNames.map((name) => (
            <NativeSelect<string>
              key={name}
              className="max-sm:[&_select]:pl-3 max-sm:[&_select]:pr-7"
              label={t(choices[name].label)}
              isLabelHidden
              value={search[name]}
              options={Object.entries(labelsOf(name, search)).map(([value, words]) => ({
                value,
                label: t(words),
              }))}
              onChange={(value) => choose(name, value)}
            />
          ))}
        </div>
      </form>
    </search>
  );
}

const FORM_ID = 'hero-search';

/** Sentences as people write them. Each finds homes of the demo, in each language. */
const examples = [
  msg('2BR in Makati under ₱40K'),
  msg('Pet-friendly in BGC'),
  msg('House in Quezon City under ₱15M'),
];

interface OfferTabsProps {
  /** None of them is chosen at first: all homes are searched. */
  chosen: string;
  onChoose(offer: string): void;
}

/** The same choice as 'Property Type', one press away. Arrow keys go from one to the next. */
function OfferTabs({ chosen, onChoose }: OfferTabsProps) {
  const at = categories.findIndex(({ type }) => type === chosen);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = (Math.max(at, 0) + step + categories.length) % categories.length;
    const category = categories[next];
    if (step === 0 || !category) return;
    event.preventDefault();
    onChoose(category.type);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <div
      role="tablist"
      aria-label={t('Buy, rent or lease')}
      className="flex gap-1 border-b border-b-line"
      onKeyDown={onKeyDown}
    >
      {categories.map(({ type, title }, index) => (
        <button
          key={type}
          type="button"
          role="tab"
          className="tab min-h-11 px-3.5"
          aria-selected={type === chosen}
          aria-controls={FORM_ID}
          tabIndex={index === Math.max(at, 0) ? 0 : -1}
          onClick={() => onChoose(type)}
        >
          {t(title)}
        </button>
      ))}
    </div>
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

/** Ranges of a month's price, by offer. The keys are the bounds in pesos. */
const monthlyLabels: Record<string, Record<string, Message>> = {
  rent: {
    '-20000': msg('Under ₱20K'),
    '20000-40000': msg('₱20K-₱40K'),
    '40000-80000': msg('₱40K-₱80K'),
    '80000-': msg('₱80K+'),
  },
  lease: {
    '-100000': msg('Under ₱100K'),
    '100000-200000': msg('₱100K-₱200K'),
    '200000-': msg('₱200K+'),
  },
};

/** Monthly prices have ranges of their own. */
function labelsOf(name: keyof typeof choices, { listingType }: HeroSearch): Record<string, Message> {
  const monthly = name === 'price' && monthlyLabels[listingType];
  return monthly ? { '': choices.price.labels[''], ...monthly } : choices[name].labels;
}

export type HeroSearch = Record<keyof typeof choices | 'keyword', string>;

export const emptySearch: HeroSearch = { listingType: '', unit: '', location: '', price: '', keyword: '' };

const saleBounds: Record<string, string> = {
  under5: '-5000000',
  '5to10': '5000000-10000000',
  '10to20': '10000000-20000000',
  over20: '20000000-',
};

export function heroSearchPath({ listingType, unit, location, price, keyword }: HeroSearch): string {
  const [min_price = '', max_price = ''] = (saleBounds[price] ?? price).split('-');
  const chosen = {
    search: keyword.trim(),
    type: unit === 'attached' || unit === 'detached' ? 'house' : unit,
    location,
    min_price,
    max_price,
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
