import { CloudOff, type LucideIcon, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { shortMoment } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { useStore } from '#web/lib/store.ts';
import { keptAnswerAt, newVersion } from '#web/lib/workerNews.ts';
import { Button } from '#web/ui/controls/Button.tsx';

/** Below the header: notices of a page shown from a copy, and of another version of the site. */
export function PageNotices() {
  const at = useStore(keptAnswerAt);
  const takeOver = useStore(newVersion);
  return (
    <div role="status">
      {at && (
        <Strip Icon={CloudOff}>
          {t('You are offline. This is what you saw on {time}.', { time: shortMoment(at) })}
        </Strip>
      )}
      {takeOver && (
        <Strip Icon={RefreshCw}>
          {t('A new version is ready.')}
          <Button variant="outlined" size="small" onClick={takeOver}>
            {t('Reload')}
          </Button>
        </Strip>
      )}
    </div>
  );
}

function Strip({ Icon, children }: { Icon: LucideIcon; children: ReactNode }) {
  return (
    <div className="border-b border-b-line bg-[color-mix(in_srgb,var(--s-info)_8%,var(--s-surface))]">
      <div className="flex items-center gap-3 max-w-page mx-auto py-2.5 px-gutter text-md">
        <Icon className="text-info" size={18} />
        <div className="flex flex-wrap flex-1 items-center gap-y-2 gap-x-4 min-w-0">{children}</div>
      </div>
    </div>
  );
}
