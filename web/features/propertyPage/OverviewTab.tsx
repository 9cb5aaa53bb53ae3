import { Check, CirclePlay } from 'lucide-react';
import type { Property } from '#shared/contracts/properties.ts';
import { readVideoAddress } from '#shared/videos.ts';
import { t } from '#web/lib/i18n.tsx';
import { ButtonLink } from '#web/ui/controls/ButtonLink.tsx';
import { WhenNear } from '#web/ui/states/WhenNear.tsx';
import { FloorPlans } from './gallery/FloorPlans.tsx';
import { LazyListingHistory } from './lazyParts.ts';
import { highlights } from './propertyRows.ts';
import { TabSection } from './TabSection.tsx';

/** What a listing's page opens with. */
export function OverviewTab({ property }: { property: Property }) {
  const { title, description, features, floor_plans, video_url } = property;
  const video = video_url && readVideoAddress(video_url);
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
      <TabSection heading={t('Description')}>
        <p className="max-w-[68ch] leading-[1.7] whitespace-pre-line wrap-anywhere">{description}</p>
      </TabSection>
      {floor_plans.length > 0 && (
        <TabSection heading={t('Floor plans')}>
          <FloorPlans name={title} plans={floor_plans} />
        </TabSection>
      )}
      {video && (
        <TabSection heading={t('Video')}>
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
        </TabSection>
      )}
      {features.length > 0 && (
        <TabSection heading={t('Key Features')}>
          <ul className="grid grid-fill-[14rem] gap-y-2.5 gap-x-6 max-sm:grid-cols-[1fr_1fr] max-sm:text-[0.9375rem]">
            {features.map((feature) => (
              <li className="flex gap-2.5 wrap-anywhere" key={feature}>
                <Check className="flex-none mt-[0.2rem] text-primary" size={18} strokeWidth={2.25} />
                {feature}
              </li>
            ))}
          </ul>
        </TabSection>
      )}
      {/* Its gap is left out with it where there is none. */}
      <WhenNear className="grid grid-cols-1 empty:hidden">
        <LazyListingHistory property={property} />
      </WhenNear>
    </div>
  );
}
