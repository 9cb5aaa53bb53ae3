import { ExternalLink, Pencil, Trash2 } from 'lucide-react';
import type { ModerationStatus } from '#shared/contracts/properties.ts';
import type { AdminProperty } from '#shared/contracts/propertyModeration.ts';
import { listingTypeLabel, propertyStatusLabel, propertyTypeLabel } from '#shared/labels.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';
import { shortMoment } from '#web/lib/dates.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ButtonLink } from '#web/ui/ButtonLink.tsx';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/Dialog.tsx';
import { AuditLink } from '#web/ui/details/AuditLink.tsx';
import { DetailGroup } from '#web/ui/details/DetailGroup.tsx';
import { StatusButtons } from '#web/ui/list/StatusButtons.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { FailureBanner } from '#web/ui/section/FailureBanner.tsx';
import { ListingBadge } from '../cards/badges.tsx';
import { PropertyPictures } from './PropertyPictures.tsx';
import { joinLocation, type PropertyDialog } from './propertyDialog.ts';
import { moderationLabel, moderationStatuses, moderationTone } from './statusLabels.ts';

interface PropertyDetailsDialogProps {
  property: AdminProperty;
  failure: string | null;
  onDialog(dialog: PropertyDialog): void;
  onStatus(property: AdminProperty, status: ModerationStatus): void;
  onClose(): void;
}

export function PropertyDetailsDialog(props: PropertyDetailsDialogProps) {
  const { property, failure, onDialog, onStatus, onClose } = props;
  const { details, location, agent } = property;
  return (
    <Dialog title="Property Details" size="large" onClose={onClose}>
      <DialogBody>
        <div>
          <h3 className="text-xl font-bold tracking-[-0.02em] leading-[1.25] wrap-anywhere">
            {property.title}
          </h3>
          <div className="flex flex-wrap items-center gap-y-2 gap-x-3 mt-2">
            <span className="text-lg font-bold">
              {formatFullPrice(property.price)}
              {priceSuffix(property.listing_type)}
            </span>
            <ListingBadge listingType={property.listing_type} />
            <Badge tone={moderationTone[property.status]}>{moderationLabel[property.status]}</Badge>
          </div>
        </div>
        <FailureBanner message={failure} />
        <Notice kind="info">
          {property.moderation_reason && `The agent was told: ${property.moderation_reason}`}
        </Notice>
        <PropertyPictures images={property.images} title={property.title} />
        <DetailGroup
          title="Property"
          details={[
            ['Type', propertyTypeLabel[property.type]],
            ['Listing Type', listingTypeLabel[property.listing_type]],
            ['Bedrooms', details.bedrooms],
            ['Bathrooms', details.bathrooms],
            ['Area', `${details.area_sqm} sqm`],
            ['Agent’s Status', propertyStatusLabel[property.listing_status]],
            ['Views', property.views],
            ['Property ID', property.id],
            ['Created', shortMoment(property.created_at)],
            ['Last Updated', shortMoment(property.updated_at)],
          ]}
        />
        <DetailGroup
          title="Location"
          details={[
            ['Address', joinLocation(location)],
            ['Coordinates', coordinateWords(location.coordinates)],
          ]}
        />
        <DetailGroup title="Description" text={property.description} />
        <DetailGroup
          title="Assigned Agent"
          details={
            agent
              ? [
                  ['Name', agent.name],
                  [
                    'Email',
                    <a key="email" href={`mailto:${agent.email}`}>
                      {agent.email}
                    </a>,
                  ],
                  ['Phone', agent.phone],
                ]
              : [['Name', 'No agent']]
          }
        />
        <StatusButtons
          title="Status"
          value={property.status}
          choices={moderationStatuses}
          labels={moderationLabel}
          onChange={(status) => onStatus(property, status)}
        />
        <AuditLink entityType="property" entityId={property.id} />
        <DialogFooter>
          <Button variant="outlined" isDangerous onClick={() => onDialog({ kind: 'delete', property })}>
            <Trash2 size={18} aria-hidden="true" />
            Delete
          </Button>
          {property.status === 'active' && (
            <ButtonLink variant="outlined" to={`/properties/${property.id}`} target="_blank">
              <ExternalLink size={18} aria-hidden="true" />
              View Public Page
            </ButtonLink>
          )}
          <Button onClick={() => onDialog({ kind: 'edit', property })}>
            <Pencil size={18} aria-hidden="true" />
            Edit
          </Button>
        </DialogFooter>
      </DialogBody>
    </Dialog>
  );
}

function coordinateWords(coordinates: AdminProperty['location']['coordinates']): string {
  return coordinates ? `${coordinates.lat}, ${coordinates.lng}` : 'Not on the map';
}
