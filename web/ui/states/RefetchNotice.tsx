import { CloudOff } from 'lucide-react';
import { Button } from '../controls/Button.tsx';
import styles from './RefetchNotice.module.css';

interface RefetchNoticeProps {
  query: {
    /** It was answered once, and asking anew failed. */
    isRefetchError: boolean;
    isFetching: boolean;
    refetch(): unknown;
  };
}

/** Above what was fetched before, when it could not be brought up to date: it stays in use meanwhile. */
export function RefetchNotice({ query }: RefetchNoticeProps) {
  if (!query.isRefetchError) return null;
  return (
    <div className={styles.notice} role="status">
      <CloudOff size={18} aria-hidden="true" />
      <p>This could not be brought up to date.</p>
      <Button variant="outlined" disabled={query.isFetching} onClick={() => void query.refetch()}>
        Try Again
      </Button>
    </div>
  );
}
