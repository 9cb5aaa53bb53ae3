import { useQuery } from '@tanstack/react-query';
import { ArrowRight, BadgeCheck, MapPinned, MessagesSquare, PhilippinePeso } from 'lucide-react';
import { AreaCard, ListingCount } from '#web/features/locations/index.ts';
import { PropertyCard, PropertyCardSkeleton } from '#web/features/properties/index.ts';
import { mainAreas } from '#web/lib/contact.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { useSite } from '#web/lib/useSite.ts';
import { useTitle } from '#web/lib/useTitle.ts';
import { SectionHeading } from '#web/ui/layout/SectionHeading.tsx';
import { ErrorState } from '#web/ui/states/EmptyState.tsx';
import { RefetchNotice } from '#web/ui/states/RefetchNotice.tsx';
import buy from './art/buy.svg?url';
import heroDark from './art/heroDark.svg?url';
import heroLight from './art/heroLight.svg?url';
import lease from './art/lease.svg?url';
import rent from './art/rent.svg?url';
import { benefits, categories, hero } from './content.ts';
import { HeroSearchPanel } from './HeroSearch.tsx';
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
              {t(hero.title)}
            </h1>
            <p className="max-w-120 mt-4 text-lg leading-[1.5]">{t(hero.text)}</p>
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

const icons = { checked: BadgeCheck, local: MapPinned, talk: MessagesSquare, price: PhilippinePeso };

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
        {benefits.map(({ icon, title, text }) => {
          const Icon = icons[icon];
          return (
            <li key={icon}>
              <span className="grid place-items-center w-12 h-12 mb-4 rounded-md bg-primary text-on-primary">
                <Icon size={24} strokeWidth={1.75} />
              </span>
              <h3 className="mb-2">{t(title)}</h3>
              <p className="text-muted text-[0.9375rem]">{t(text)}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const CARD_SIZES = '(max-width: 38rem) 84vw, (max-width: 64rem) 44vw, 19rem';
const places = Array.from({ length: NEWEST_COUNT }, (_, place) => place);

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
        <ErrorState
          headingLevel={3}
          message={t('Failed to load properties')}
          onRetry={() => void refetch()}
        />
      ) : (
        <ul
          // One row everywhere: on narrow screens it scrolls by itself, with the next card showing.
          className="grid grid-flow-col auto-cols-[min(84%,19rem)] 2xl:auto-cols-fr gap-4 overscroll-x-contain scroll-px-gutter snap-x snap-mandatory [scrollbar-color:var(--s-border-strong)_transparent] [scrollbar-width:thin] *:min-w-0 *:snap-start mx-[calc(-1_*_var(--s-page-gutter))] pt-1 px-gutter pb-4 overflow-x-auto 2xl:gap-6 2xl:mx-0 2xl:p-0 2xl:overflow-visible"
        >
          {!data
            ? places.map((place) => (
                <li key={place}>
                  <PropertyCardSkeleton />
                </li>
              ))
            : data.properties.map((property) => (
                <li key={property.id}>
                  <PropertyCard property={property} sizes={CARD_SIZES} />
                </li>
              ))}
        </ul>
      )}
    </section>
  );
}

const pictures = { sale: buy, rent, lease };

function CategoryCards() {
  return (
    <section aria-labelledby="categories-title">
      <SectionHeading id="categories-title" title={t('What are you looking for?')} />
      <ul className="grid grid-fit-[13rem] gap-6">
        {categories.map(({ type, title, text, linkText }) => (
          <li key={type}>
            <Link
              className="flex flex-col h-full overflow-hidden border border-line rounded-lg bg-surface shadow-sm text-ink no-underline transition hover:shadow-lg hover:-translate-y-[2px] max-md:flex-row"
              to={`/properties?type=${type}`}
            >
              <img
                className="w-full h-auto aspect-16/9 object-cover bg-skeleton max-md:flex-none max-md:w-30 max-md:h-auto max-md:[aspect-ratio:auto]"
                src={pictures[type]}
                alt=""
                width={960}
                height={640}
                loading="lazy"
                decoding="async"
              />
              <div className="flex flex-1 flex-col gap-1 pt-4 px-6 pb-6 max-md:p-4">
                <h3 className="text-xl">{t(title)}</h3>
                <p className="text-muted max-md:text-sm">{t(text)}</p>
                <div className="flex flex-wrap items-center justify-between gap-2 mt-auto pt-3 text-[0.9375rem]">
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
        text={t(
          'Business districts, bayside towers and new developments: start with the most popular areas.',
        )}
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
