import { Copy } from 'lucide-react';
import { useColleagues } from '#web/features/offices/index.ts';
import { pathOf } from '#web/lib/calls.ts';
import { t } from '#web/lib/i18n.tsx';
import { currentPlatform } from '#web/platform/platform.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { SectionCard } from '#web/ui/layout/SectionCard.tsx';
import { copy } from './TwoStepDialogs.tsx';

const formats = ['json', 'xml', 'csv'] as const;

/** The addresses at which an agent's programs read listings: their own and, of a manager, those of the whole office. */
export function ListingFeedsCard() {
  const colleagues = useColleagues();
  return (
    <SectionCard
      title={t('Listing feeds')}
      text={t('Your website or software reads your listings at these addresses, with an API token.')}
    >
      <div className="grid gap-6">
        <FeedList
          title={t('Your listings')}
          text={t('The token needs “{scope}”.', { scope: 'listings:read' })}
          feature="listingFeed"
        />
        {colleagues?.isManager && (
          <FeedList
            title={t('All listings of {office}', { office: colleagues.office.name })}
            text={t('With the agent of each listing. The token needs “{scope}”.', { scope: 'office:read' })}
            feature="officeFeed"
          />
        )}
      </div>
    </SectionCard>
  );
}

interface FeedListProps {
  title: string;
  text: string;
  feature: 'listingFeed' | 'officeFeed';
}

function FeedList({ title, text, feature }: FeedListProps) {
  return (
    <section className="grid gap-2">
      <div>
        <h3 className="text-base font-semibold">{title}</h3>
        <p className="text-muted text-sm">{text}</p>
      </div>
      <ul className="grid gap-2" aria-label={title}>
        {formats.map((name) => {
          const format = name.toUpperCase();
          const address = currentPlatform().publicOrigin + pathOf(`${feature}.${name}`);
          return (
            <li key={format} className="flex items-center gap-3">
              <code className="flex-1 min-w-0 py-2 px-3 rounded-sm bg-sunken font-mono text-sm wrap-anywhere">
                {address}
              </code>
              <Button
                variant="outlined"
                size="small"
                aria-label={t('Copy the {format} address: {list}', { format, list: title })}
                onClick={() => void copy(address)}
              >
                <Copy size={16} aria-hidden="true" />
                {t('Copy')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
