import type { ComparedListing, DuplicatePair, DuplicateStatus } from '#shared/contracts/duplicates.ts';
import { listingTypeLabel, propertyTypeLabel } from '#shared/labels.ts';
import { isStudio } from '#shared/listing/vocabulary.ts';
import { type Message, msg } from '#shared/messages.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';
import { adminListQuery, useAdminChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { shortDay } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import type { UrlSchema } from '#web/lib/urlState.ts';
import type { ListState } from '#web/ui/list/listState.ts';

export const duplicatesSchema = {
  status: ['open', 'same_home', 'confirmed', 'dismissed', 'all'],
} as const satisfies UrlSchema;

export const duplicatesQuery = (query: ListState<typeof duplicatesSchema>) =>
  adminListQuery('duplicates.list', { query: query });

type Verdict =
  | { decision: 'dismiss' | 'same_home' }
  | { decision: 'confirm'; take_off: number; reason: string };

export function useDecideDuplicate(id: number) {
  return useAdminChange((body: Verdict) => callApi('duplicates.decide', { params: { id }, body }));
}

export type Side = 'older' | 'newer';

/** Only two agents' offers of the same kind can be one home of several agents. */
export const canBeOneHome = ({ older, newer }: Pick<DuplicatePair, Side>) =>
  older.agent !== null &&
  newer.agent !== null &&
  older.agent.id !== newer.agent.id &&
  older.listing_type === newer.listing_type;

export const duplicateStatusLabel: Record<DuplicateStatus, Message> = {
  open: msg('Open'),
  same_home: msg('Same home, different agents'),
  confirmed: msg('Confirmed'),
  dismissed: msg('Dismissed'),
};

/** Why a pair was flagged, a few words each. */
export function whyWords({ same_pictures, same_facts }: DuplicatePair): string[] {
  const count = same_pictures.length;
  const pictures = t('{count, plural, one {# image looks the same} other {# images look the same}}', {
    count,
  });
  return [...(count > 0 ? [pictures] : []), ...(same_facts ? [t('Same place, price and size')] : [])];
}

interface ComparedFact {
  name: string;
  value: string;
  isDifferent: boolean;
}

const area = new Intl.NumberFormat('en-PH', { maximumFractionDigits: 2 });

const facts: readonly [name: Message, read: (listing: ComparedListing) => string][] = [
  [msg('Agent'), ({ agent }) => agent?.name ?? t('No agent')],
  [
    msg('Type'),
    ({ type, listing_type }) => `${t(propertyTypeLabel[type])}, ${t(listingTypeLabel[listing_type])}`,
  ],
  [msg('Price'), ({ price, listing_type }) => `${formatFullPrice(price)}${t(priceSuffix(listing_type))}`],
  [msg('Floor Area'), (listing) => t('{area} sqm', { area: area.format(listing.area) })],
  [
    msg('Bedrooms'),
    ({ type, bedrooms }) =>
      isStudio({ type, bedrooms }) ? t('Studio') : bedrooms === 0 ? t('None') : String(bedrooms),
  ],
  [msg('Floor'), ({ floor_level }) => floor_level?.toString() ?? t('Not given')],
  [msg('Address'), ({ address, city }) => `${address}, ${city}`],
];

/** The compared facts of a listing, in one order for both. The day shows which is older: it is no difference. */
export function factsOf(pair: Pick<DuplicatePair, Side>, side: Side): ComparedFact[] {
  const compared = facts.map(([name, read]) => ({
    name: t(name),
    value: read(pair[side]),
    isDifferent: read(pair.older) !== read(pair.newer),
  }));
  return [...compared, { name: t('Listed'), value: shortDay(pair[side].created_at), isDifferent: false }];
}

/** The default message to the agent of the removed listing. */
export function reasonFor({ older, newer }: Pick<DuplicatePair, Side>, side: Side): string {
  const [taken, kept] = side === 'older' ? [older, newer] : [newer, older];
  const isOneAgents = taken.agent !== null && taken.agent.id === kept.agent?.id;
  return isOneAgents
    ? t('You have listed this home twice. Your other listing, {title} (#{id}), stays.', {
        title: kept.title,
        id: kept.id,
      })
    : t('This home is already listed: {title} (#{id}).', { title: kept.title, id: kept.id });
}
