import { useQuery } from '@tanstack/react-query';
import { Copy, ExternalLink, Eye, EyeOff, Pencil, Trash2 } from 'lucide-react';
import type { OwnProperty } from '#shared/contracts/propertyWrites.ts';
import { daysSince, isToConfirm } from '#shared/freshness.ts';
import { t } from '#web/lib/i18n.tsx';
import { useSearchParams } from '#web/lib/router.tsx';
import { storedText } from '#web/lib/storedText.ts';
import { useNow } from '#web/lib/useNow.ts';
import { Button, ButtonLink, IconButton } from '#web/ui/controls/Button.tsx';
import { Badge } from '#web/ui/display/Badge.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { Pagination } from '#web/ui/layout/Pagination.tsx';
import { useListState, writeListState } from '#web/ui/list/listState.ts';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import styles from '../cards/cards.module.css';
import { ListingBadge, PlaceLine, PropertyFacts, PropertyPrice, TypeBadge } from '../cards/listingParts.tsx';
import { missingWords } from '../drafts.ts';
import { hiddenWords, unconfirmedWords } from '../statusWords.ts';
import { OwnList } from './OwnList.tsx';
import { ConfirmButton, PublishButton, StatusMenu } from './ownFields.tsx';
import { type FormRequest, ownListingsQuery, ownListSchema } from './queries.ts';

export function PropertiesTab({ agentId }: { agentId: number }) {
  const { state, change, openPage } = useListState(ownListSchema);
  const [params] = useSearchParams();
  const query = useQuery(ownListingsQuery(state));
  const { data, isPlaceholderData } = query;
  const { properties = [], pagination } = data ?? {};
  return (
    <OwnList
      headingId="my-properties"
      {...{ state, openPage, query }}
      change={(changes) => change(changes, { isTyping: true })}
      known={properties}
    >
      {({ selection, empty, ...acts }) => (
        <>
          {!data && <OwnGridSkeleton />}
          {pagination?.total === 0 && empty}
          {properties.length > 0 && (
            <>
              <ul className={gridClass} aria-label={t('My properties')} aria-busy={isPlaceholderData}>
                {properties.map((property) => (
                  <li key={property.id}>
                    <OwnPropertyCard
                      agentId={agentId}
                      property={property}
                      isSelected={selection.ids.has(property.id)}
                      onSelect={(isSelected) => selection.put([property.id], isSelected)}
                      {...acts}
                    />
                  </li>
                ))}
              </ul>
              <div className="mt-8">
                <Pagination
                  page={state.page}
                  pages={pagination?.pages ?? 0}
                  hrefOf={(page) => `?${writeListState(ownListSchema, { ...state, page }, params)}`}
                />
              </div>
            </>
          )}
        </>
      )}
    </OwnList>
  );
}

const PAGE_SIZE = 6;

const gridClass = 'grid grid-fill-[19rem] gap-6 transition-opacity aria-busy:opacity-55';
const cardClass = 'flex flex-col h-full panel shadow-sm';
/** Not the card's own doing: the menu of statuses reaches beyond it. */
const photoClass =
  'relative flex-none aspect-16/10 overflow-hidden rounded-t-[calc(var(--s-radius-lg)_-_1px)] bg-skeleton';
const wordsClass = 'flex flex-1 flex-col gap-2 pt-3.5 px-4 pb-4';

const warningClass = 'flex py-2 px-3 rounded-sm bg-warning/10 text-sm leading-[1.4]';

function OwnGridSkeleton() {
  return (
    <div className={gridClass} role="status">
      <span className="visuallyHidden">{t('Loading your properties…')}</span>
      {Array.from({ length: PAGE_SIZE }, (_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are alike
          key={index}
          className={cardClass}
          aria-hidden="true"
        >
          <div className={photoClass} />
          <div className={wordsClass}>
            <Skeleton width="40%" height="1.5rem" />
            <Skeleton width="85%" height="1.25rem" />
            <Skeleton width="70%" height="1rem" />
            <Skeleton width="60%" height="1rem" />
            <Skeleton height="var(--s-control-height)" />
            <Skeleton height="var(--s-control-height)" />
          </div>
        </div>
      ))}
    </div>
  );
}

const SIZES = '(max-width: 44rem) 100vw, (max-width: 66rem) 50vw, 24rem';

interface OwnPropertyCardProps {
  agentId: number;
  property: OwnProperty;
  isSelected: boolean;
  onSelect(isSelected: boolean): void;
  openForm(request: FormRequest): void;
  onDelete(property: OwnProperty): void;
}

function OwnPropertyCard(props: OwnPropertyCardProps) {
  const { property, isSelected, onSelect } = props;
  const { id, title, images, type, listing_type, location, details, price, views, draft, moderation_status } =
    property;
  const now = useNow();
  const hidden = draft || moderation_status === 'active' ? null : hiddenWords[moderation_status];
  return (
    <article
      className={`${cardClass} ${isSelected ? 'border-primary ring-1 ring-primary' : ''}`}
      aria-labelledby={`own-${id}`}
    >
      <div className={photoClass}>
        <Picture src={images[0]} alt="" sizes={SIZES} />
        <label className="absolute top-1 left-1 grid place-items-center w-11 h-11 cursor-pointer">
          <input
            className={styles.checkbox}
            type="checkbox"
            checked={isSelected}
            aria-label={t('Select {title}', { title })}
            onChange={({ target }) => onSelect(target.checked)}
          />
        </label>
        <div className="absolute bottom-3 left-3 flex gap-1.5">
          <ListingBadge listingType={listing_type} />
          <TypeBadge type={type} />
        </div>
      </div>
      <div className={wordsClass}>
        <div className="flex items-baseline justify-between gap-3">
          {price > 0 ? (
            <PropertyPrice price={price} listingType={listing_type} />
          ) : (
            <p className="text-muted leading-[1.2]">{t('No price yet')}</p>
          )}
          {draft ? (
            <Badge tone="info">{t('Draft')}</Badge>
          ) : (
            <span className="inline-flex flex-none items-center gap-1.5 self-center text-muted text-sm tabular-nums">
              <Eye size={16} strokeWidth={1.75} />
              {t('{count, plural, one {# view} other {# views}}', { count: views })}
            </span>
          )}
        </div>
        <h3
          dir="auto"
          id={`own-${id}`}
          className="text-base font-[650] leading-[1.3] tracking-[-0.01em] wrap-anywhere text-pretty line-clamp-2"
        >
          {title}
        </h3>
        {property.reference !== null && (
          <p className="text-muted text-sm wrap-anywhere">
            {t('Reference {reference}', { reference: property.reference })}
          </p>
        )}
        {location.address !== '' && location.city !== '' && <PlaceLine {...location} walk={null} />}
        <PropertyFacts type={type} {...details} />
        {hidden && (
          <p className={`${warningClass} gap-2`}>
            <EyeOff className="flex-none mt-0.5 text-warning" size={16} />
            <span className="min-w-0 wrap-anywhere">
              <strong>{t(hidden.label)}.</strong> {t(hidden.meaning)}{' '}
              {property.moderation_reason &&
                t('Reason given: {reason}', { reason: storedText(property.moderation_reason) })}
            </span>
          </p>
        )}
        {draft && property.missing.length > 0 && (
          <p className={warningClass}>{t('Still needed: {fields}', { fields: missingWords(property.missing) })}</p>
        )}
        {!hidden && !draft && isToConfirm(property, now) && (
          <div className={`${warningClass} items-center justify-between gap-3 pr-2`}>
            <p className="min-w-0">
              <strong className="block">{t('Still available?')}</strong>
              {unconfirmedWords(daysSince(property.fresh_at, now))}
            </p>
            <ConfirmButton property={property} />
          </div>
        )}
        {draft ? <DraftActions {...props} /> : <CardActions {...props} />}
      </div>
    </article>
  );
}

function DraftActions({ property, openForm, onDelete }: OwnPropertyCardProps) {
  const { id, title, missing } = property;
  const isFinished = missing.length === 0;
  return (
    <div className="flex gap-2 mt-auto pt-2">
      {isFinished && <PublishButton property={property} className="flex-1 btn-medium" />}
      <Button
        variant={isFinished ? 'outlined' : 'primary'}
        className="flex-1 px-2"
        aria-label={t('Continue {title}', { title })}
        onClick={() => openForm({ kind: 'edit', id })}
      >
        <Pencil size={16} />
        {t('Continue')}
      </Button>
      <DeleteButton title={title} onClick={() => onDelete(property)} />
    </div>
  );
}

function DeleteButton({ title, onClick }: { title: string; onClick(): void }) {
  return (
    <IconButton
      label={t('Delete {title}', { title })}
      variant="outlined"
      className="hover:enabled:border-danger hover:enabled:bg-danger-soft hover:enabled:text-danger"
      icon={<Trash2 size={18} />}
      onClick={onClick}
    />
  );
}

function CardActions({ agentId, property, openForm, onDelete }: OwnPropertyCardProps) {
  const { id, title } = property;
  return (
    <div className="grid gap-3 mt-auto pt-2">
      <StatusMenu
        agentId={agentId}
        property={property}
        className="btn-outlined justify-between w-full pl-2 pr-3 border rounded-control text-md aria-expanded:border-primary"
      />
      <div className="flex gap-2">
        <ButtonLink
          variant="outlined"
          className="flex-1 px-2"
          to={`/properties/${id}`}
          target="_blank"
          rel="noopener"
          aria-label={t('View {title} (opens in a new tab)', { title })}
        >
          <ExternalLink size={16} />
          {t('View')}
        </ButtonLink>
        <Button
          variant="outlined"
          className="flex-1 px-2"
          aria-label={t('Edit {title}', { title })}
          onClick={() => openForm({ kind: 'edit', id })}
        >
          <Pencil size={16} />
          {t('Edit')}
        </Button>
        <IconButton
          label={t('Duplicate {title}', { title })}
          variant="outlined"
          icon={<Copy size={18} />}
          onClick={() => openForm({ kind: 'duplicate', id })}
        />
        <DeleteButton title={title} onClick={() => onDelete(property)} />
      </div>
    </div>
  );
}
