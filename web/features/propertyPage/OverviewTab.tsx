import type { Property } from '#shared/contracts/properties.ts';
import { t } from '#web/lib/i18n.tsx';
import { CheckList, PagePart, TypedText } from '#web/ui/layout/pageParts.tsx';
import { WhenNear } from '#web/ui/states/WhenNear.tsx';
import { LazyFloorPlans } from './index.ts';
import { LazyListingHistory, LazyVideoLink } from './lazyParts.ts';
import { highlights } from './propertyRows.ts';

/** The first tab of a listing's page. */
export function OverviewTab({ property }: { property: Property }) {
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
              className="flex items-center gap-3 min-w-0 p-4 border border-line rounded-md bg-surface max-sm:p-3 max-sm:last:nth-[odd]:col-span-full"
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
          <LazyVideoLink address={video_url} />
        </WhenNear>
      )}
      {features.length > 0 && (
        <PagePart heading={t('Key Features')}>
          <CheckList texts={features} />
        </PagePart>
      )}
      {/* Its gap is left out with it where there is none. */}
      <WhenNear className="grid grid-cols-1 empty:hidden">
        <LazyListingHistory property={property} />
      </WhenNear>
    </div>
  );
}
