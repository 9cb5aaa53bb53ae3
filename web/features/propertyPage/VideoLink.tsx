import { CirclePlay } from 'lucide-react';
import { readVideoAddress } from '#shared/videos.ts';
import { t } from '#web/lib/i18n.tsx';
import { ButtonLink } from '#web/ui/controls/ButtonLink.tsx';
import { TabSection } from './TabSection.tsx';

/** The way to a listing's video, at the service that keeps it. */
export function VideoLink({ address }: { address: string }) {
  const video = readVideoAddress(address);
  if (!video) return null;
  return (
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
  );
}
