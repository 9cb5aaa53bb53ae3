import { useQuery } from '@tanstack/react-query';
import {
  ArrowLeft,
  BadgeCheck,
  Building2,
  ChevronDown,
  Clock3,
  Heart,
  Hourglass,
  ListPlus,
  MapPin,
  MessageSquare,
  Phone,
  Scale,
  Share2,
  TrainFront,
} from 'lucide-react';
import { type RefObject, Suspense, useRef, useState } from 'react';
import type { Property } from '#shared/contracts/properties.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';
import { useActAfterLogin, useIsGuest, useSession } from '#web/features/auth/index.ts';
import { useCompared } from '#web/features/compare/index.ts';
import { LazySaveToListDialog } from '#web/features/lists/index.ts';
import { LazyMarketComparison } from '#web/features/market/index.ts';
import { LazyTravelLine, useMayHavePlaces } from '#web/features/ownPlaces/index.ts';
import {
  buildingQuery,
  freshnessWords,
  inBuildingText,
  ListingBadge,
  statusTone,
  TypeBadge,
} from '#web/features/properties/index.ts';
import { RequestViewingButton } from '#web/features/viewings/index.ts';
import { phoneHref } from '#web/lib/contactLinks.ts';
import { formatDay } from '#web/lib/dates.ts';
import { Trans, t } from '#web/lib/i18n.tsx';
import { Link, useSearchParams } from '#web/lib/router.tsx';
import { useIsAbove } from '#web/lib/useIsAbove.ts';
import { useNow } from '#web/lib/useNow.ts';
import { useIsDemoListing } from '#web/lib/useSite.ts';
import { Button, ButtonLink, buttonClass } from '#web/ui/controls/Button.tsx';
import { Menu } from '#web/ui/dialogs/Menu.tsx';
import { Badge } from '#web/ui/display/Badge.tsx';
import { CheckList, PagePart, TypedText } from '#web/ui/layout/pageParts.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { LoadingVeil } from '#web/ui/states/Spinner.tsx';
import { WhenNear } from '#web/ui/states/WhenNear.tsx';
import { Gallery } from './gallery/Gallery.tsx';
import { LazyFloorPlans } from './index.ts';
import { Later } from './lazyParts.ts';
import styles from './PropertyPage.module.css';
import {
  type ContactProps,
  propertyUrl,
  shareProperty,
  useDescription,
  useFavoriteToggle,
  useGoBack,
  useShareWays,
  useVisit,
} from './pageHooks.ts';
import { emailLink, highlights, isOnOffer, pricePerSqm } from './propertyRows.ts';
import { offersQuery } from './queries.ts';
import { SectionTabs } from './SectionTabs.tsx';

export function PropertyPage({ property }: { property: Property }) {
  const { id, title, images, image_descriptions, agent } = property;
  const { user } = useSession();
  const price = useRef<HTMLParagraphElement>(null);
  const [parameters] = useSearchParams();
  const { data: home } = useQuery(offersQuery(id));
  const [isContactOpen, setIsContactOpen] = useState(false);
  const [isWriting, setIsWriting] = useState(false);
  useVisit(id);
  useDescription(property.description);

  const senderName = user?.name;
  const mailHref = agent ? emailLink({ ...agent, property, url: propertyUrl(id), senderName }) : '';
  const areDrawn = useIsDemoListing(property.created_at);
  const isGuest = useIsGuest();
  const openContact = () => setIsContactOpen(true);
  const openContactAfterLogin = useActAfterLogin('contact', openContact);
  const onContact = isGuest ? openContactAfterLogin : openContact;
  const openMessage = () => setIsWriting(true);
  const openMessageAfterLogin = useActAfterLogin('message', openMessage);
  // A reader whose session ended while the page is open may write all the same: an inquiry needs no account.
  const onMessage = isGuest ? openMessageAfterLogin : openMessage;

  return (
    <>
      <article className="max-w-page mx-auto py-0 px-gutter print:hidden">
        <DetailToolbar property={property} />
        <Gallery images={images} descriptions={image_descriptions} title={title} areDrawn={areDrawn} />
        <div className="grid grid-cols-1 gap-8 mt-6 xl:grid-cols-[minmax(0,1fr)_21.5rem] xl:gap-12 xl:mt-8">
          <div className="grid grid-cols-1 content-start gap-6 min-w-0">
            <Headline property={property} price={price} />
            {(home?.offers.length ?? 0) > 1 && (
              <Suspense fallback={<Skeleton className="rounded-lg" height="16rem" />}>
                <Later.HomeOffers property={property} />
              </Suspense>
            )}
            <SectionTabs
              label={t('About this property')}
              sections={[
                { id: 'overview', label: t('Overview'), content: <OverviewTab property={property} /> },
                {
                  id: 'details',
                  label: t('Details'),
                  content: (
                    <WhenNear isStill fallback={<Skeleton className="rounded-md" height="24rem" />}>
                      <Later.DetailsTab property={property} />
                    </WhenNear>
                  ),
                },
                {
                  id: 'location',
                  label: t('Location'),
                  content: (
                    <WhenNear fallback={<Skeleton className="rounded-md" height="48rem" />}>
                      <Later.LocationTab property={property} />
                    </WhenNear>
                  ),
                },
                {
                  id: 'agent',
                  label: t('Agent'),
                  content: (
                    <WhenNear fallback={<Skeleton className="rounded-lg" height="14rem" />}>
                      <Later.AgentTab property={property} mailHref={mailHref} onContact={onContact} />
                    </WhenNear>
                  ),
                },
              ]}
            />
          </div>
          <WhenNear
            className="grid grid-cols-1"
            // The link to an offered time opens the request with that time.
            isWanted={parameters.has('viewing')}
            fallback={<Skeleton className="rounded-lg" height="31rem" />}
          >
            <Later.Sidebar property={property} onContact={onContact} onMessage={onMessage} />
          </WhenNear>
        </div>
        <WhenNear fallback={<Skeleton className="mt-section" height="24rem" />}>
          <Later.SimilarProperties property={property} />
        </WhenNear>
      </article>
      <ContactBar property={property} headPrice={price} onContact={onContact} onMessage={onMessage} />
      <WhenNear isStill>
        <Later.PrintSheet property={property} />
      </WhenNear>
      {isContactOpen && agent && (
        <Suspense fallback={<LoadingVeil words={t('Loading…')} />}>
          <Later.ContactDialog
            property={property}
            agent={agent}
            mailHref={mailHref}
            onClose={() => setIsContactOpen(false)}
          />
        </Suspense>
      )}
      {isWriting && agent && (
        <Suspense fallback={<LoadingVeil words={t('Opening the form…')} />}>
          <Later.AgentMessageModal agent={agent} property={property} onClose={() => setIsWriting(false)} />
        </Suspense>
      )}
    </>
  );
}

interface ContactBarProps extends ContactProps {
  /** The price in the head of the page. */
  headPrice: RefObject<HTMLElement | null>;
}

/** On a phone the contact buttons stay in view, and the price once the head's has scrolled away. Not on one's own. */
function ContactBar({ property, headPrice, onContact, onMessage }: ContactBarProps) {
  const { price, listing_type, agent } = property;
  const { user } = useSession();
  const isGuest = useIsGuest();
  const isPriceGone = useIsAbove(headPrice);
  if (!agent || agent.id === user?.id) return null;
  const number = agent.phone && phoneHref(agent.phone);
  const call = (
    <>
      <Phone size={18} aria-hidden="true" />
      {t('Call')}
    </>
  );
  return (
    <aside data-bar className={styles.bar} aria-label={t('Price and contact')}>
      <p
        className={`min-w-0 text-lg tabular-nums font-[750] leading-[1.2] tracking-[-0.02em] ${isPriceGone ? '' : 'sr-only'}`}
      >
        {formatFullPrice(price)}
        <span className="text-muted text-sm font-medium [letter-spacing:0]">{t(priceSuffix(listing_type))}</span>
      </p>
      <div className={`grid grid-flow-col auto-cols-fr gap-2 md:col-start-2 ${styles.actions}`}>
        <RequestViewingButton property={property} isShort />
        <Button variant={isOnOffer(property) ? 'outlined' : 'primary'} onClick={onMessage}>
          <MessageSquare size={18} aria-hidden="true" />
          {t('Message')}
        </Button>
        {isGuest ? (
          <Button variant="outlined" onClick={onContact}>
            {call}
          </Button>
        ) : (
          number && (
            <ButtonLink variant="outlined" to={number}>
              {call}
            </ButtonLink>
          )
        )}
      </div>
    </aside>
  );
}

const actionClass = buttonClass({
  variant: 'plain',
  className: 'border-0 text-ink hover:bg-tint max-sm:gap-1.5 max-sm:px-2 max-sm:text-sm',
});

const moreClass = 'justify-center w-8 rounded-control text-ink hover:bg-tint max-sm:w-7';

/** Share with its ways, and the heart with the other places to keep a home. */
function DetailToolbar({ property }: { property: Property }) {
  const { id, title } = property;
  const { user } = useSession();
  const goBack = useGoBack();
  const { isFavorite, toggleFavorite } = useFavoriteToggle(id);
  const { isChosen: isCompared, toggle: toggleCompared } = useCompared(id);
  const [isListOpen, setIsListOpen] = useState(false);
  const openLists = useActAfterLogin('list', () => setIsListOpen(true));
  const shareWays = useShareWays(property);
  return (
    <div className="flex items-center justify-between min-h-14 mx-[calc(-1_*_var(--s-space-3))]">
      <button type="button" className={actionClass} onClick={goBack}>
        <ArrowLeft size={19} strokeWidth={2} />
        {t('Back')}
      </button>
      <div className="flex items-center">
        <button
          type="button"
          className={actionClass}
          aria-label={t('Share Property')}
          onClick={() => void shareProperty(property)}
        >
          <Share2 size={18} strokeWidth={2} />
          {t('Share')}
        </button>
        <Menu
          label={t('More ways to share')}
          trigger={<ChevronDown size={16} strokeWidth={2.25} aria-hidden="true" />}
          triggerClassName={moreClass}
          entries={shareWays}
        />
        <button
          type="button"
          className={actionClass}
          title={isFavorite ? t('Remove from Favorites') : t('Add to Favorites')}
          aria-pressed={isFavorite ?? 'mixed'}
          onClick={toggleFavorite}
        >
          <Heart className={isFavorite ? 'text-heart fill-heart' : undefined} size={18} strokeWidth={2} />
          {t('Favorite')}
        </button>
        <Menu
          label={t('Lists and comparison')}
          trigger={<ChevronDown size={16} strokeWidth={2.25} aria-hidden="true" />}
          triggerClassName={moreClass}
          entries={[
            { label: t('Save to list…'), icon: <ListPlus size={18} />, onSelect: openLists },
            {
              label: isCompared ? t('Remove from comparison') : t('Add to comparison'),
              icon: <Scale size={18} />,
              onSelect: toggleCompared,
            },
          ]}
        />
      </div>
      {isListOpen && user && (
        <Suspense fallback={null}>
          <LazySaveToListDialog propertyId={id} title={title} onClose={() => setIsListOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

interface HeadlineProps {
  property: Property;
  /** The element of the price. */
  price: RefObject<HTMLParagraphElement | null>;
}

function Headline({ property, price: priceElement }: HeadlineProps) {
  const { title, type, listing_type, status, price, location, created_at, reference, nearest_station } = property;
  const perSqm = pricePerSqm(property);
  const mayHavePlaces = useMayHavePlaces();
  return (
    <header className="grid gap-2">
      <div className="flex flex-wrap gap-2 mb-1">
        <ListingBadge listingType={listing_type} />
        <span className="*:shadow-[inset_0_0_0_1px_var(--s-border-strong)]">
          <TypeBadge type={type} />
        </span>
        <Badge tone={statusTone[status]}>{t(propertyStatusLabel[status])}</Badge>
      </div>
      <h1 dir="auto" className="font-[750]">
        {title}
      </h1>
      <p className="flex gap-1.5 text-muted leading-[1.45]">
        <MapPin className="flex-none mt-[0.15rem]" size={18} strokeWidth={1.75} />
        <span>
          <bdi>{location.address}</bdi>, {location.city}
        </span>
      </p>
      {nearest_station && (
        <p className="flex gap-1.5 text-muted leading-[1.45]">
          <TrainFront className="flex-none mt-[0.15rem]" size={18} strokeWidth={1.75} aria-hidden="true" />
          <Link to={`/near/${nearest_station.slug}`}>
            {t('{minutes} min walk to {station}', {
              minutes: nearest_station.minutes,
              station: nearest_station.name,
            })}
          </Link>
        </p>
      )}
      <div className="flex flex-wrap items-baseline gap-y-1 gap-x-3 mt-2">
        <p
          ref={priceElement}
          className="text-[clamp(1.625rem,1.35rem_+_1vw,2rem)] tabular-nums font-[750] leading-[1.2] tracking-[-0.025em]"
        >
          {formatFullPrice(price)}
          {listing_type !== 'sale' && (
            <span className="text-muted text-base font-medium [letter-spacing:0]">
              {t(priceSuffix(listing_type))}
            </span>
          )}
        </p>
        {perSqm && <p className="text-muted text-md">{perSqm}</p>}
        <p className="text-muted text-md md:ml-auto">
          <Trans
            id="Listed on <date>{day}</date>"
            values={{ day: formatDay(created_at) }}
            components={{ date: <time dateTime={created_at} /> }}
          />
        </p>
      </div>
      {reference && (
        <p className="text-muted text-md wrap-anywhere">
          {t('Reference {reference}. Visitors do not see it.', { reference })}
        </p>
      )}
      <Freshness property={property} />
      {property.building && <InBuilding {...property.building} />}
      <WhenNear className="empty:hidden" isStill>
        <LazyMarketComparison propertyId={property.id} />
      </WhenNear>
      {mayHavePlaces && location.coordinates && (
        <Suspense>
          <LazyTravelLine from={location.coordinates} />
        </Suspense>
      )}
    </header>
  );
}

/** The link to the page of its building; other homes available there are counted once they are loaded. */
function InBuilding({ id, name }: NonNullable<Property['building']>) {
  const { data } = useQuery(buildingQuery(id));
  return (
    <p className="flex gap-x-2 text-md">
      <Building2 className="flex-none h-8 text-muted" size={17} strokeWidth={1.9} aria-hidden="true" />
      <span className="flex flex-wrap items-center gap-x-2 min-w-0">
        <Link className="inline-flex items-center min-h-8 font-semibold wrap-anywhere" to={`/buildings/${id}`}>
          <bdi>{name}</bdi>
        </Link>
        {data && <span className="text-muted">{inBuildingText(data.listings)}</span>}
      </span>
    </p>
  );
}

/** When its agent last said that it can still be had. */
function Freshness({ property }: { property: Property }) {
  const words = freshnessWords(property, useNow());
  if (!words) return null;
  const isConfirmed = !words.isStale && property.confirmed_at === property.fresh_at;
  const Icon = words.isStale ? Hourglass : isConfirmed ? BadgeCheck : Clock3;
  return (
    <p
      className={`flex flex-wrap items-center gap-y-0.5 gap-x-2 text-md ${words.isStale ? 'text-warning' : 'text-muted'}`}
    >
      <Icon className={`flex-none ${isConfirmed ? 'text-success' : ''}`} size={17} strokeWidth={1.9} />
      <span className={words.isStale ? 'font-semibold' : ''}>{words.text}</span>
      {words.isStale && <span className="text-muted">{t('Ask the agent if it is still available.')}</span>}
    </p>
  );
}

function OverviewTab({ property }: { property: Property }) {
  const { title, description, features, floor_plans, video_url } = property;
  const tiles = highlights(property);
  return (
    <div className="grid gap-8">
      {tiles.length > 0 && (
        <ul
          className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-3 max-sm:grid-cols-[1fr_1fr]"
          aria-label={t('Highlights')}
        >
          {tiles.map(({ Icon, value, label }) => (
            <li
              key={label}
              className="flex items-center gap-3 min-w-0 p-4 panel rounded-md max-sm:p-3 max-sm:last:nth-[odd]:col-span-full"
            >
              <Icon className="flex-none text-primary" size={24} strokeWidth={1.6} />
              <span className="*:block">
                <strong className="text-lg font-bold leading-[1.25] whitespace-nowrap">{value}</strong>
                <span className="text-muted text-sm leading-[1.3]">{label}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <PagePart heading={t('Description')}>
        <TypedText>{description}</TypedText>
      </PagePart>
      {floor_plans.length > 0 && (
        <PagePart heading={t('Floor plans')}>
          <WhenNear>
            <LazyFloorPlans name={title} plans={floor_plans} />
          </WhenNear>
        </PagePart>
      )}
      {video_url && (
        <WhenNear className="empty:hidden" isStill>
          <Later.VideoLink address={video_url} />
        </WhenNear>
      )}
      {features.length > 0 && (
        <PagePart heading={t('Key Features')}>
          <CheckList texts={features} />
        </PagePart>
      )}
      <WhenNear fallback={<Skeleton className="rounded-lg" height="4.125rem" />}>
        <Later.CostEstimate property={property} />
      </WhenNear>
      {/* Its gap is left out with it where there is none. */}
      <WhenNear className="grid grid-cols-1 empty:hidden">
        <Later.ListingHistory property={property} />
      </WhenNear>
    </div>
  );
}
