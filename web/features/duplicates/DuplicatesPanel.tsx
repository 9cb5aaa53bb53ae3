import { Copy } from 'lucide-react';
import { useState } from 'react';
import type { ComparedListing, DuplicatePair, DuplicateStatus } from '#shared/contracts/duplicates.ts';
import { listingTypeLabel, propertyTypeLabel } from '#shared/labels.ts';
import { isStudio } from '#shared/listing/vocabulary.ts';
import { type Message, msg } from '#shared/messages.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';
import { useIsAllowed } from '#web/features/auth/index.ts';
import { moderationLabel, moderationTone } from '#web/features/properties/index.ts';
import { ReasonDialog } from '#web/forms/ReasonDialog.tsx';
import { adminListQuery, useAdminChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { shortDay, shortMoment } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Trans, t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import type { UrlSchema } from '#web/lib/urlState.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { useAdminList } from '#web/ui/list/AdminList.tsx';
import { CaseActions, CaseList, CaseOutcome, RefuseButton } from '#web/ui/list/CaseList.tsx';
import type { ListState } from '#web/ui/list/listState.ts';
import { Card } from '#web/ui/section/Section.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';

const duplicatesSchema = {
  status: ['open', 'same_home', 'confirmed', 'dismissed', 'all'],
} as const satisfies UrlSchema;

const duplicatesQuery = (query: ListState<typeof duplicatesSchema>) =>
  adminListQuery('duplicates.list', { query });

type Verdict = { decision: 'dismiss' | 'same_home' } | { decision: 'confirm'; take_off: number; reason: string };

type Side = 'older' | 'newer';

/** Only two agents' offers of the same kind can be one home of several agents. */
const canBeOneHome = ({ older, newer }: Pick<DuplicatePair, Side>) =>
  older.agent !== null &&
  newer.agent !== null &&
  older.agent.id !== newer.agent.id &&
  older.listing_type === newer.listing_type;

const duplicateStatusLabel: Record<DuplicateStatus, Message> = {
  open: msg('Open'),
  same_home: msg('Same home, different agents'),
  confirmed: msg('Confirmed'),
  dismissed: msg('Dismissed'),
};

export function whyWords({ same_pictures, same_facts }: DuplicatePair): string[] {
  const count = same_pictures.length;
  const pictures = t('{count, plural, one {# image looks the same} other {# images look the same}}', {
    count,
  });
  return [...(count > 0 ? [pictures] : []), ...(same_facts ? [t('Same place, price and size')] : [])];
}

const area = new Intl.NumberFormat('en-PH', { maximumFractionDigits: 2 });

const facts: readonly [name: Message, read: (listing: ComparedListing) => string][] = [
  [msg('Agent'), ({ agent }) => agent?.name ?? t('No agent')],
  [msg('Type'), ({ type, listing_type }) => `${t(propertyTypeLabel[type])}, ${t(listingTypeLabel[listing_type])}`],
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
export function factsOf(pair: Pick<DuplicatePair, Side>, side: Side) {
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

/** Listings that are likely the same home, those found last first. */
export function DuplicatesPanel() {
  const list = useAdminList(duplicatesSchema, duplicatesQuery);
  const [decided, setDecided] = useState<Decided | null>(null);
  return (
    <>
      <CaseList
        list={list}
        words={{ notFetched: t('Failed to fetch duplicates'), notLoaded: t('Failed to load duplicates') }}
        statusLabels={{ ...duplicateStatusLabel, all: msg('All') }}
        placeholder={
          <div className="p-6 max-md:p-4 panel shadow-sm" role="status" aria-label={t('Loading duplicates')}>
            <Skeleton height="24rem" />
          </div>
        }
        empty={{
          icon: <Copy size={28} aria-hidden="true" />,
          title: t('No duplicates'),
          openText: t(
            'There is nothing to decide. Listings with the same images, or the same place, price and size, appear here.',
          ),
        }}
      >
        <ul className="grid gap-6 min-w-0" aria-label={t('Possible duplicates')}>
          {list.data?.duplicates.map((pair) => (
            <PairCard key={pair.id} pair={pair} onDecide={(choice) => setDecided({ pair, choice })} />
          ))}
        </ul>
      </CaseList>
      {decided && <DuplicateDecision {...decided} onClose={() => setDecided(null)} />}
    </>
  );
}

function PairCard({ pair, onDecide }: { pair: DuplicatePair; onDecide(choice: Choice): void }) {
  const { id, status, found_at, older, newer, is_by_rule, disputed_at } = pair;
  const heading = `pair-${id}`;
  const canDecide = useIsAllowed()('trust.decide');
  return (
    <Card as="li">
      <section className="grid gap-6 min-w-0" aria-labelledby={heading}>
        <header className="flex flex-wrap items-center justify-between gap-y-2 gap-x-4">
          <h3 id={heading} className="visuallyHidden">
            {t('{older} and {newer}', { older: older.title, newer: newer.title })}
          </h3>
          <p className="flex flex-wrap gap-2">
            {status !== 'open' && (
              <Badge tone={status === 'dismissed' ? 'neutral' : 'success'}>
                {t(duplicateStatusLabel[status])}
              </Badge>
            )}
            {whyWords(pair).map((words) => (
              <Badge key={words} tone="warning">
                {words}
              </Badge>
            ))}
          </p>
          <p className="row-note">
            <Trans
              id="Found on <time>{moment}</time>"
              values={{ moment: shortMoment(found_at) }}
              components={{ time: <time dateTime={found_at} /> }}
            />
          </p>
        </header>
        <div className="grid grid-cols-2 grid-rows-[repeat(10,auto)] gap-x-6 max-md:grid-cols-1 max-md:grid-rows-[none] max-md:gap-y-6">
          <ListingSide pair={pair} side="older" />
          <ListingSide pair={pair} side="newer" />
        </div>
        <SamePictures pictures={pair.same_pictures} />
        {disputed_at && (
          <p className="p-3 rounded-md bg-sunken text-sm">
            <Trans
              id="On <time>{moment}</time> an agent told us that these are two homes."
              values={{ moment: shortMoment(disputed_at) }}
              components={{ time: <time dateTime={disputed_at} /> }}
            />
          </p>
        )}
        {is_by_rule && (
          <p className="p-3 rounded-md bg-sunken text-sm">
            {t(
              'Matched automatically: the same kind of offer at the same place, with the same size, bedrooms and floor, prices within a quarter of each other, and at least half of the images the same. Each page shows both agents.',
            )}
          </p>
        )}
        {(status === 'open' || status === 'same_home') && canDecide && (
          <CaseActions className="max-md:flex-col">
            <Button variant="outlined" onClick={() => onDecide('apart')}>
              {status === 'open' ? t('Not a Duplicate') : t('Two Different Homes')}
            </Button>
            {(status === 'open' || is_by_rule) && canBeOneHome(pair) && (
              <Button variant="outlined" onClick={() => onDecide('together')}>
                {t('Same Home, Different Agents')}
              </Button>
            )}
            <RefuseButton onClick={() => onDecide('older')}>{t('Take Down the Older')}</RefuseButton>
            <RefuseButton onClick={() => onDecide('newer')}>{t('Take Down the Newer')}</RefuseButton>
          </CaseActions>
        )}
        <CaseOutcome label={duplicateStatusLabel[status]} decided={pair} />
      </section>
    </Card>
  );
}

function ListingSide({ pair, side }: { pair: DuplicatePair; side: Side }) {
  const { id, title, status, images } = pair[side];
  return (
    <article
      className="grid row-span-10 grid-rows-subgrid gap-y-0 max-md:row-auto max-md:grid-rows-none"
      aria-label={side === 'older' ? t('Older listing') : t('Newer listing')}
    >
      <div className="overflow-hidden aspect-16/9 max-h-64 w-full mb-3 rounded-md bg-skeleton">
        <Picture src={images[0]} alt="" sizes="(max-width: 40rem) 100vw, 30rem" />
      </div>
      <div>
        <p className="flex flex-wrap items-center gap-2 text-muted text-sm">
          {side === 'older' ? t('Older') : t('Newer')} · #{id}
          {status !== 'active' && (
            <Badge tone={moderationTone[status]}>
              {t('Listing {status}', { status: t(moderationLabel[status]) })}
            </Badge>
          )}
        </p>
        <h4 className="mb-3 text-base tracking-[-0.01em] wrap-anywhere">
          <Link to={`/properties/${id}`}>
            <bdi>{title}</bdi>
          </Link>
        </h4>
      </div>
      <dl className="grid row-span-8 text-sm grid-rows-subgrid max-md:row-auto max-md:grid-rows-none">
        {factsOf(pair, side).map(({ name, value, isDifferent }) => (
          <div
            key={name}
            className={`grid grid-cols-[6.5rem_1fr] gap-3 items-baseline py-2 px-3 border-t border-line ${isDifferent ? 'bg-accent/16' : ''}`}
          >
            <dt className="text-muted">{name}</dt>
            <dd className={`wrap-anywhere ${isDifferent ? 'font-[650]' : ''}`}>
              {value}
              {isDifferent && <span className="visuallyHidden"> {t('(differs)')}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

const SHOWN_AT_FIRST = 4;
const half = { className: 'aspect-4/3', sizes: '10rem' };

function SamePictures({ pictures }: { pictures: DuplicatePair['same_pictures'] }) {
  const [isWhole, setIsWhole] = useState(false);
  if (pictures.length === 0) return null;
  const shown = isWhole ? pictures : pictures.slice(0, SHOWN_AT_FIRST);
  return (
    <div className="grid justify-items-start gap-2">
      <ul className="grid grid-fill-[15rem] gap-3 w-full" aria-label={t('Images that look the same')}>
        {shown.map(({ older, newer }, at) => (
          <li key={older} className="grid overflow-hidden grid-cols-2 gap-[2px] border border-line rounded-sm">
            <Picture {...half} src={older} alt={t('Older listing, image {number}', { number: at + 1 })} />
            <Picture {...half} src={newer} alt={t('Newer listing, image {number}', { number: at + 1 })} />
          </li>
        ))}
      </ul>
      {shown.length < pictures.length && (
        <Button variant="plain" onClick={() => setIsWhole(true)}>
          {t('Show {count} more', { count: pictures.length - shown.length })}
        </Button>
      )}
    </div>
  );
}

/** Which of the two is to be taken off; or they are two homes, or one that two agents offer. */
type Choice = Side | 'apart' | 'together';

interface Decided {
  pair: DuplicatePair;
  choice: Choice;
}

function DuplicateDecision({ pair, choice, onClose }: Decided & { onClose(): void }) {
  const failure = t('Failed to decide the pair');
  const { mutateAsync } = useAdminChange((body: Verdict) =>
    callApi('duplicates.decide', { params: { id: pair.id }, body }),
  );
  const { older, newer } = pair;
  const titles = { older: older.title, newer: newer.title };
  if (choice === 'together' || choice === 'apart') {
    const isOneHome = choice === 'together';
    return (
      <ConfirmDialog
        title={isOneHome ? t('Same home, different agents') : t('Not a duplicate')}
        text={
          isOneHome
            ? t(
                'Keep both {older} and {newer}? Both stay, and each page also shows the other agent’s offer. Inquiries go to the same agents as before.',
                titles,
              )
            : t(
                'Keep both {older} and {newer}? Nothing changes for their agents, and you will not see this pair again.',
                titles,
              )
        }
        confirmLabel={isOneHome ? t('Show as One Home') : t('Keep Both')}
        isDangerous={false}
        onConfirm={async () => {
          await mutateAsync({ decision: isOneHome ? 'same_home' : 'dismiss' });
          showToast(isOneHome ? t('Each page shows both agents') : t('Both listings stay'));
        }}
        failureOf={(error) => failureSentence(error, failure, failure)}
        onClose={onClose}
      />
    );
  }
  const { id, title } = pair[choice];
  return (
    <ReasonDialog
      about={`take_down_${id}`}
      title={choice === 'older' ? t('Take down the older listing') : t('Take down the newer listing')}
      text={t('Take {title} down? It disappears from every public page right away. The other listing stays.', {
        title,
      })}
      label={t('Reason (the agent will see it)')}
      initialReason={reasonFor(pair, choice)}
      whenBlank={t('Please tell the agent why')}
      confirmLabel={t('Take Down')}
      isDangerous
      onConfirm={async (reason) => {
        await mutateAsync({ decision: 'confirm', take_off: id, reason });
        showToast(t('{title} was taken down', { title }));
      }}
      failure={failure}
      onClose={onClose}
    />
  );
}
