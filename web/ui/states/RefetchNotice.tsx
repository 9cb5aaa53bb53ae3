import { CloudOff } from 'lucide-react';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '../controls/Button.tsx';

interface RefetchNoticeProps {
  query: {
    /** Whether a refetch has failed after an earlier answer. */
    isRefetchError: boolean;
    isFetching: boolean;
    refetch(): unknown;
  };
}

/** A note above content whose refetch has failed. */
export function RefetchNotice({ query }: RefetchNoticeProps) {
  if (!query.isRefetchError) return null;
  return (
    <div
      className="notice flex-wrap items-center gap-y-2 gap-x-3 mb-4 py-1 pr-1 pl-4 [--tone:var(--s-warning)]"
      role="status"
    >
      <CloudOff className="flex-none text-warning" size={18} />
      <p className="flex-[1_1_12rem]">{t('This could not be refreshed.')}</p>
      <Button variant="outlined" disabled={query.isFetching} onClick={() => void query.refetch()}>
        {t('Try Again')}
      </Button>
    </div>
  );
}
