import { useQueryClient } from '@tanstack/react-query';
import { ExternalLink, Pencil, Trash2 } from 'lucide-react';
import { Suspense } from 'react';
import type { AdminProperty } from '#shared/contracts/properties.ts';
import type { OwnProperty } from '#shared/contracts/propertyWrites.ts';
import { listingTypeLabel, propertyStatusLabel, propertyTypeLabel } from '#shared/labels.ts';
import { isStudio, type ModerationStatus, moderationStatuses } from '#shared/listing/vocabulary.ts';
import { msg } from '#shared/messages.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';
import { useIsAllowed } from '#web/features/auth/index.ts';
import { ReasonDialog } from '#web/forms/ReasonDialog.tsx';
import { invalidateAdmin, useAdminChange, useRowChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { shortMoment } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { storedText } from '#web/lib/storedText.ts';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { AuditLink, contactDetails, DetailGroup, DetailSection } from '#web/ui/details/DetailGroup.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialogs/Dialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { StatusButtons, type StatusKind } from '#web/ui/list/RowStatus.tsx';
import { FailureBanner } from '#web/ui/section/Section.tsx';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { LoadingVeil } from '#web/ui/states/Spinner.tsx';
import { ListingBadge } from '../cards/listingParts.tsx';
import { moderationLabel, moderationTone } from '../statusWords.ts';

const PropertyFormDialog = lazyWithRetry(
  async () => (await import('../form/PropertyFormDialog.tsx')).PropertyFormDialog,
  'dialog',
);

export const propertyStatus: StatusKind<AdminProperty, ModerationStatus> = {
  labels: moderationLabel,
  tones: moderationTone,
  choices: moderationStatuses,
  controlLabel: ({ title }) => t('Status of {title}', { title }),
  changedText: ({ title }, status) =>
    t('{title} is now {status, select, active {active} inactive {inactive} pending {pending} other {rejected}}', {
      title,
      status,
    }),
  failure: msg('Failed to update property status'),
  // It would take a reason to go back to most of them.
  isUndoable: false,
};

export const useSetPropertyStatus = () =>
  useRowChange(
    'propertyModeration.list',
    'properties',
    ({ id, ...body }: { id: number; status: ModerationStatus; reason?: string }) =>
      callApi('propertyModeration.setStatus', { params: { id }, body }),
  );

export type TakingOff = Extract<ModerationStatus, 'inactive' | 'rejected'>;

export type PropertyDialog =
  | { kind: 'view' | 'edit' | 'delete'; property: AdminProperty }
  | { kind: 'takeOff'; property: AdminProperty; status: TakingOff };

export const isTakingOff = (status: ModerationStatus): status is TakingOff =>
  status === 'inactive' || status === 'rejected';

/** As its agent sees it, for the form that both use: there `status` is the agent's own word. */
export function toOwnProperty(listing: AdminProperty): OwnProperty {
  const { status, listing_status, ...property } = listing;
  // The office's own number is no business of the site's.
  const posted = { draft: false, missing: [] };
  return { ...property, ...posted, reference: null, status: listing_status, moderation_status: status };
}

/** 'Ayala Avenue, Makati City, Metro Manila', without missing parts. */
export const joinLocation = ({ address, city, province }: AdminProperty['location']): string =>
  [address, city, province].filter((part) => part.trim() !== '').join(', ');

interface PropertyDialogsProps {
  dialog: PropertyDialog;
  failure: string | null;
  onDialog(dialog: PropertyDialog | null): void;
  onStatus(property: AdminProperty, status: ModerationStatus): unknown;
}

export function PropertyDialogs({ dialog, failure, onDialog, onStatus }: PropertyDialogsProps) {
  const { mutateAsync: remove } = useAdminChange((id: number) =>
    callApi('propertyModeration.remove', { params: { id } }),
  );
  const client = useQueryClient();
  const { kind, property } = dialog;
  const close = () => onDialog(null);
  if (kind === 'view') return <PropertyDetailsDialog {...{ property, failure, onDialog, onStatus }} />;
  if (kind === 'takeOff') return <TakeOffDialog property={property} status={dialog.status} onClose={close} />;
  if (kind === 'edit')
    return (
      <Suspense fallback={<LoadingVeil words={t('Opening the form…')} />}>
        <PropertyFormDialog
          mode={{ kind: 'edit', property: toOwnProperty(property) }}
          onClose={close}
          onSaved={({ title }) => {
            void invalidateAdmin(client);
            showToast(t('{title} was saved', { title }));
          }}
        />
      </Suspense>
    );
  const refused = t('Failed to delete property');
  return (
    <ConfirmDialog
      title={t('Delete property')}
      text={t('Delete property {title}? This cannot be undone.', { title: property.title })}
      confirmLabel={t('Delete')}
      onConfirm={async () => {
        await remove(property.id);
        showToast(t('{title} was deleted', { title: property.title }));
      }}
      failureOf={(error) => failureSentence(error, refused, refused)}
      onClose={close}
    />
  );
}

type DetailsProps = Omit<PropertyDialogsProps, 'dialog'> & { property: AdminProperty };

function PropertyDetailsDialog({ property, failure, onDialog, onStatus }: DetailsProps) {
  const { details, location, agent } = property;
  const { coordinates } = location;
  const isAllowed = useIsAllowed();
  const canModerate = isAllowed('listings.moderate');
  return (
    <Dialog title={t('Property Details')} size="large" onClose={() => onDialog(null)}>
      <DialogBody>
        <div>
          <h3 dir="auto" className="text-xl font-bold tracking-[-0.02em] leading-[1.25] wrap-anywhere">
            {property.title}
          </h3>
          <div className="flex flex-wrap items-center gap-y-2 gap-x-3 mt-2">
            <span className="text-lg font-bold">
              {formatFullPrice(property.price)}
              {t(priceSuffix(property.listing_type))}
            </span>
            <ListingBadge listingType={property.listing_type} />
            <Badge tone={moderationTone[property.status]}>{t(moderationLabel[property.status])}</Badge>
          </div>
        </div>
        <FailureBanner message={failure} />
        <Notice kind="info">
          {property.moderation_reason &&
            t('The agent was told: {reason}', { reason: storedText(property.moderation_reason) })}
        </Notice>
        <PropertyPictures
          images={property.images}
          label={t('Images')}
          altOf={(position) => t('{title}, image {position}', { title: property.title, position })}
        />
        <DetailGroup
          title={t('Property')}
          details={[
            [t('Type'), t(propertyTypeLabel[property.type])],
            [t('Listing Type'), t(listingTypeLabel[property.listing_type])],
            [
              t('Bedrooms'),
              isStudio({ type: property.type, bedrooms: details.bedrooms }) ? t('Studio') : details.bedrooms,
            ],
            [t('Bathrooms'), details.bathrooms],
            [t('Area'), t('{area} sqm', { area: details.area_sqm })],
            [t('Agent’s Status'), t(propertyStatusLabel[property.listing_status])],
            [t('Video'), property.video_url && videoLink(property.video_url)],
            [t('Views'), property.views],
            [t('Property ID'), property.id],
            [t('Created'), shortMoment(property.created_at)],
            [t('Last Updated'), shortMoment(property.updated_at)],
          ]}
        />
        {property.floor_plans.length > 0 && (
          <DetailSection title={t('Floor plans')}>
            <PropertyPictures
              images={property.floor_plans}
              label={t('Floor plans')}
              altOf={(number) => t('Floor plan {number}', { number })}
            />
          </DetailSection>
        )}
        <DetailGroup
          title={t('Location')}
          details={[
            [t('Address'), joinLocation(location)],
            [t('Coordinates'), coordinates ? `${coordinates.lat}, ${coordinates.lng}` : t('Not on the map')],
          ]}
        />
        <DetailGroup title={t('Description')} text={property.description} />
        <DetailGroup
          title={t('Assigned Agent')}
          details={agent ? [[t('Name'), agent.name], ...contactDetails(agent)] : [[t('Name'), t('No agent')]]}
        />
        {canModerate && <StatusButtons kind={propertyStatus} row={property} onChange={onStatus} />}
        {isAllowed('auditLog.read') && <AuditLink entityType="property" entityId={property.id} />}
        <DialogFooter>
          {canModerate && (
            <Button variant="outlined" isDangerous onClick={() => onDialog({ kind: 'delete', property })}>
              <Trash2 size={18} />
              {t('Delete')}
            </Button>
          )}
          {property.status === 'active' && (
            <ButtonLink variant="outlined" to={`/properties/${property.id}`} target="_blank">
              <ExternalLink size={18} />
              {t('View Public Page')}
            </ButtonLink>
          )}
          {canModerate && (
            <Button onClick={() => onDialog({ kind: 'edit', property })}>
              <Pencil size={18} />
              {t('Edit')}
            </Button>
          )}
        </DialogFooter>
      </DialogBody>
    </Dialog>
  );
}

const videoLink = (url: string) => (
  <a className="wrap-anywhere" href={url} target="_blank" rel="noopener noreferrer nofollow">
    {url}
  </a>
);

/** Specification, part 3 §9. */
const MAX_PICTURES = 8;

export const splitPictures = (images: readonly string[]) => ({
  shown: images.slice(0, MAX_PICTURES),
  more: Math.max(0, images.length - MAX_PICTURES),
});

interface PropertyPicturesProps {
  images: readonly string[];
  label: string;
  altOf(position: number): string;
}

/** At most eight pictures; the last one says how many there are beyond (specification, part 3 §2). */
function PropertyPictures({ images, label, altOf }: PropertyPicturesProps) {
  const { shown, more } = splitPictures(images);
  if (shown.length === 0) return null;
  return (
    <ul className="grid grid-cols-4 gap-2 max-md:grid-cols-2" aria-label={label}>
      {shown.map((image, index) => (
        <li key={image} className="relative overflow-hidden aspect-4/3 rounded-sm bg-skeleton">
          <Picture src={image} alt={altOf(index + 1)} sizes="12rem" />
          {more > 0 && index === shown.length - 1 && (
            <span className="absolute grid place-items-center bg-[rgb(10_16_14_/_62%)] text-white font-bold inset-0">
              {t('+{more} more', { more })}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** A listing is not hidden without a word to its agent. */
function TakeOffDialog(props: { property: AdminProperty; status: TakingOff; onClose(): void }) {
  const { property, status, onClose } = props;
  const { id, title } = property;
  const { mutateAsync } = useSetPropertyStatus();
  const isRejected = status === 'rejected';
  return (
    <ReasonDialog
      title={isRejected ? t('Reject listing') : t('Take listing down')}
      text={t(
        '{status, select, rejected {Reject {title}?} other {Take down {title}?}} It disappears from every public page right away, until it is set to active again.',
        { status, title },
      )}
      label={t('Reason (the agent will see it)')}
      placeholder={t('The photos show another building.')}
      whenBlank={t('Please tell the agent why')}
      confirmLabel={isRejected ? t('Reject') : t('Take down')}
      isDangerous
      onConfirm={async (reason) => {
        await mutateAsync({ id, status, reason });
        showToast(isRejected ? t('{title} was rejected', { title }) : t('{title} was taken down', { title }));
      }}
      failure={t('Failed to update property status')}
      onClose={onClose}
    />
  );
}
