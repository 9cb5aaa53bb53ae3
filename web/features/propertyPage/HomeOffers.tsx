import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Clock3, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { HomeOffer } from '#shared/contracts/offers.ts';
import type { Property } from '#shared/contracts/properties.ts';
import { daysSince } from '#shared/freshness.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';
import { freshnessWords } from '#web/features/properties/index.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { formatDay } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Trans, t } from '#web/lib/i18n.tsx';
import { useNow } from '#web/lib/useNow.ts';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Avatar } from '#web/ui/display/Avatar.tsx';
import { Badge } from '#web/ui/display/Badge.tsx';
import { offersQuery } from './queries.ts';

/** The agents who offer this home, if there are several; a failure to load them stays silent. */
export function HomeOffers({ property }: { property: Property }) {
  const { data } = useQuery(offersQuery(property.id));
  const [isDisputing, setIsDisputing] = useState(false);
  if (!data || data.offers.length < 2) return null;
  return (
    <section
      className="grid gap-3 p-5 border border-line rounded-lg bg-surface max-sm:p-4"
      aria-labelledby="home-offers"
    >
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
      <ul className="grid">
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
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 py-3.5 border-t border-t-line last:pb-0 max-sm:grid-cols-[auto_minmax(0,1fr)]">
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
        <p className={`text-sm ${fresh.isStale ? 'text-warning font-semibold' : 'text-muted'}`}>
          {fresh.text}
        </p>
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

const MINUTES_AN_HOUR = 60;
const HOURS_A_DAY = 24;

/** The median of the first replies of the last 90 days, rounded up. */
export function replyText(minutes: number | null): string {
  if (minutes === null) return t('No replies measured yet');
  const hours = Math.ceil(minutes / MINUTES_AN_HOUR);
  if (minutes <= MINUTES_AN_HOUR)
    return t('Usually replies within {count, plural, one {# minute} other {# minutes}}', {
      count: Math.max(1, minutes),
    });
  return hours <= 2 * HOURS_A_DAY
    ? t('Usually replies within {count, plural, one {# hour} other {# hours}}', { count: hours })
    : t('Usually replies within {count, plural, one {# day} other {# days}}', {
        count: Math.ceil(hours / HOURS_A_DAY),
      });
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
