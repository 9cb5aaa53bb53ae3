// The parts of a listing's page below its first screen, as one chunk: see lazyParts.ts.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CirclePlay, Clock3, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { HomeOffer } from '#shared/contracts/duplicates.ts';
import type { Property } from '#shared/contracts/properties.ts';
import { daysSince } from '#shared/freshness.ts';
import { listingTypeLabel } from '#shared/labels.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';
import { readVideoAddress } from '#shared/videos.ts';
import { freshnessWords, PropertyCard, PropertyCardSkeleton } from '#web/features/properties/index.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { formatDay } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Trans, t } from '#web/lib/i18n.tsx';
import { useNow } from '#web/lib/useNow.ts';
import { useSite } from '#web/lib/useSite.ts';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Badge } from '#web/ui/display/Badge.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { PagePart } from '#web/ui/layout/pageParts.tsx';
import { replyText } from './AgentFacts.tsx';
import styles from './PrintSheet.module.css';
import { propertyUrl } from './pageHooks.ts';
import { detailRows, fullPrice } from './propertyRows.ts';
import { offersQuery, SIMILAR_COUNT, similarQuery } from './queries.ts';

export { LazyAgentMessageModal as AgentMessageModal } from '#web/features/inquiries/index.ts';
export { CostEstimate } from './CostEstimate.tsx';
export { ListingHistory } from './ListingHistory.tsx';
export { ContactDialog, Sidebar } from './Sidebar.tsx';

/** The width of a card: at most a quarter, so that two similar homes stand side by side at the left. */
const similarColumns =
  'auto-cols-[minmax(min(17.25rem,78vw),calc((100%_-_3rem)_/_4))] *:min-w-0 *:snap-start [scrollbar-width:thin]';

/** Empty without similar listings; a failure to load them stays silent. */
export function SimilarProperties({ property }: { property: Property }) {
  const { data: candidates, isPending } = useQuery(similarQuery(property));
  const { data: home } = useQuery(offersQuery(property.id));
  // Other agents' listings of the same home stand among its offers.
  const isSameHome = (id: number) => home?.offers.some(({ property_id }) => property_id === id) === true;
  const data = candidates?.filter(({ id }) => !isSameHome(id)).slice(0, SIMILAR_COUNT);
  if (!isPending && (data === undefined || data.length === 0)) return null;
  return (
    <section className="mt-section" aria-labelledby="similar-heading">
      <h2 id="similar-heading">
        {t(
          '{offer, select, sale {More for sale in {city}} rent {More for rent in {city}} other {More for lease in {city}}}',
          { offer: property.listing_type, city: property.location.city },
        )}
      </h2>
      <ul
        className={`scroll-x grid grid-flow-col gap-4 mt-3 -mx-gutter pt-2 px-gutter pb-4 scroll-px-gutter snap-x ${similarColumns}`}
      >
        {data
          ? data.map((other) => (
              <li key={other.id}>
                <PropertyCard property={other} sizes="(max-width: 30rem) 80vw, 19rem" />
              </li>
            ))
          : Array.from({ length: SIMILAR_COUNT }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are alike
              <li key={index}>
                <PropertyCardSkeleton />
              </li>
            ))}
      </ul>
    </section>
  );
}

export function VideoLink({ address }: { address: string }) {
  const video = readVideoAddress(address);
  if (!video) return null;
  return (
    <PagePart heading={t('Video')}>
      <ButtonLink
        variant="outlined"
        className="justify-self-start"
        to={video.url}
        target="_blank"
        rel="noopener noreferrer nofollow"
      >
        <CirclePlay size={18} aria-hidden="true" />
        {t('Watch on {service}', { service: video.service })}
        <span className="visuallyHidden">{t('(opens in a new tab)')}</span>
      </ButtonLink>
    </PagePart>
  );
}

const PICTURES = 3;
const headlineClass = 'text-[17pt] font-[750] leading-[1.25] tracking-[-0.02em]';

/** The listing on one sheet of paper; on the screen there is nothing of it. */
export function PrintSheet({ property }: { property: Property }) {
  const { id, title, description, images, features, location, listing_type, agent } = property;
  const { siteName } = useSite();
  return (
    <div
      className={`hidden gap-[5mm] text-on-picture text-[9.5pt] leading-[1.45] print:grid ${styles.sheet}`}
      aria-hidden="true"
    >
      <p className="flex justify-between pb-[2mm] border-b-[0.5pt] border-b-[#c9c5b8] text-[#55635e]">
        <strong className="text-[#0b6b5b] text-[13pt] font-extrabold">{siteName}</strong>
        {/* The server's page names the site's own address, also where it was opened by another one. */}
        <span suppressHydrationWarning>{propertyUrl(id)}</span>
      </p>
      <div className="flex justify-between gap-[8mm]">
        <div>
          <p dir="auto" className={headlineClass}>
            {title}
          </p>
          <p>
            {location.address}, {location.city}, {location.province}
          </p>
        </div>
        <div className="flex-none text-right">
          <p className={headlineClass}>{fullPrice(property)}</p>
          <p>{t(listingTypeLabel[listing_type])}</p>
        </div>
      </div>
      {images.length > 0 && (
        <div className={`grid grid-cols-[2fr_1fr] grid-rows-[repeat(2,37mm)] gap-[2mm] ${styles.pictures}`}>
          {images.slice(0, PICTURES).map((src) => (
            <Picture key={src} className="min-h-0 rounded-[2mm]" src={src} alt="" sizes="40rem" />
          ))}
        </div>
      )}
      <div className="grid grid-cols-[1.7fr_1fr] gap-[8mm]">
        <div>
          <p dir="auto" className="whitespace-pre-line">
            {description}
          </p>
          {features.length > 0 && <p className="mt-[4mm] text-[#55635e]">{features.join(' · ')}</p>}
        </div>
        <dl>
          {detailRows(property).map(({ label, value }) => (
            <div
              key={label}
              className="flex justify-between gap-[3mm] py-[1mm] border-b-[0.5pt] border-b-[#e4e1d8]"
            >
              <dt className="text-[#55635e]">{label}</dt>
              <dd className="font-[650] text-right">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {agent && (
        <p className="py-[3mm] px-[4mm] rounded-[2mm] bg-[#f3f1ea]">
          <strong>{agent.name}</strong> {t('Real Estate Agent')}
          {agent.email && ` · ${agent.email}`}
          {agent.phone && ` · ${agent.phone}`}
        </p>
      )}
    </div>
  );
}

/** The agents who offer this home, if there are several; a failure to load them stays silent. */
export function HomeOffers({ property }: { property: Property }) {
  const { data } = useQuery(offersQuery(property.id));
  const [isDisputing, setIsDisputing] = useState(false);
  if (!data || data.offers.length < 2) return null;
  return (
    <section className="grid gap-3 p-5 panel max-sm:p-4" aria-labelledby="home-offers">
      <div>
        <h2 id="home-offers" className="text-lg">
          {t('Offered by {count} agents', { count: data.offers.length })}
        </h2>
        <p className="mt-1 text-muted text-sm leading-[1.45]">
          {t(
            'This looks like one home. Compare the offers and choose the agent you want to ask. The offer that was listed or confirmed last comes first, then who replies sooner.',
          )}
        </p>
      </div>
      <ul className="grid border-t border-line divide-y divide-line">
        {data.offers.map((offer) => (
          <OfferRow key={offer.property_id} offer={offer} isThis={offer.property_id === property.id} />
        ))}
      </ul>
      {data.can_dispute && (
        <Button variant="plain" className="justify-self-start -ml-3" onClick={() => setIsDisputing(true)}>
          {t('This is not the same unit')}
        </Button>
      )}
      {isDisputing && <DisputeDialog propertyId={property.id} onClose={() => setIsDisputing(false)} />}
    </section>
  );
}

function OfferRow({ offer, isThis }: { offer: HomeOffer; isThis: boolean }) {
  const { property_id, title, price, listing_type, agent } = offer;
  const now = useNow();
  const fresh = freshnessWords(offer, now) ?? {
    text: t('Listed {days, plural, =0 {today} one {# day ago} other {# days ago}}', {
      days: daysSince(offer.created_at, now),
    }),
    isStale: false,
  };
  return (
    <li className="grid grid-cols-[auto_1fr] sm:grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-2 py-3.5 last:pb-0">
      <Avatar src={agent.avatar_url} size={44} />
      <div className="grid gap-0.5 min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <strong dir="auto" className="wrap-anywhere">
            {agent.name}
          </strong>
          <span className="font-[700] tabular-nums">
            {formatFullPrice(price)}
            <span className="text-muted text-sm font-medium">{t(priceSuffix(listing_type))}</span>
          </span>
        </p>
        <p className={`text-sm ${fresh.isStale ? 'text-warning font-semibold' : 'text-muted'}`}>{fresh.text}</p>
        <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-muted text-sm">
          <span className="inline-flex items-center gap-1.5">
            <Clock3 size={15} strokeWidth={1.9} aria-hidden="true" />
            {replyText(agent.reply_minutes)}
          </span>
          {agent.license_checked_at && (
            <span className="inline-flex items-center gap-1.5">
              <ShieldCheck className="text-success" size={15} strokeWidth={1.9} aria-hidden="true" />
              <span>
                <Trans
                  id="License checked on <time>{day}</time>"
                  values={{ day: formatDay(agent.license_checked_at) }}
                  components={{ time: <time dateTime={agent.license_checked_at} /> }}
                />
              </span>
            </span>
          )}
        </p>
      </div>
      <div className="max-sm:col-start-2 justify-self-end max-sm:justify-self-start">
        {isThis ? (
          <Badge tone="info">{t('You are viewing this one')}</Badge>
        ) : (
          <ButtonLink
            variant="outlined"
            to={`/properties/${property_id}`}
            aria-label={t('See this offer by {name}: {title}', { name: agent.name, title })}
          >
            {t('See this offer')}
          </ButtonLink>
        )}
      </div>
    </li>
  );
}

function DisputeDialog({ propertyId, onClose }: { propertyId: number; onClose(): void }) {
  const client = useQueryClient();
  const failure = t('This could not be sent. Please try again.');
  return (
    <ConfirmDialog
      title={t('Not the same unit')}
      text={t(
        'Your listing will appear on its own right away, without the other agents. An administrator will then review it.',
      )}
      confirmLabel={t('It’s a Different Unit')}
      isDangerous={false}
      onConfirm={async () => {
        await callApi('offers.dispute', { params: { id: propertyId } });
        await client.invalidateQueries({ queryKey: offersQuery(propertyId).queryKey });
        showToast(t('Your listing now appears on its own. An administrator will review it.'));
      }}
      failureOf={(error) => failureSentence(error, failure)}
      onClose={onClose}
    />
  );
}
