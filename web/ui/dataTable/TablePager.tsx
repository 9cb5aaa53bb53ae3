import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { Pagination } from '#shared/contracts/common.ts';
import { Button } from '../Button.tsx';
import { resultsWords } from './resultsWords.ts';
import styles from './TablePager.module.css';

interface TablePagerProps {
  pagination: Pagination;
  onPage(page: number): void;
}

/** 'Showing X to Y of Z results', 'Page N of M', Previous and Next. Nothing where nothing was found. */
export function TablePager({ pagination, onPage }: TablePagerProps) {
  const { page, total } = pagination;
  const pages = Math.max(pagination.totalPages, 1);
  if (total === 0) return null;
  return (
    <div className={styles.pager}>
      <p role="status">{resultsWords(pagination)}</p>
      <nav className={styles.pages} aria-label="Pages">
        <Button variant="outlined" disabled={page <= 1} onClick={() => onPage(Math.min(page - 1, pages))}>
          <ChevronLeft size={18} aria-hidden="true" />
          Previous
        </Button>
        <span className={styles.current}>
          Page {page} of {pages}
        </span>
        <Button variant="outlined" disabled={page >= pages} onClick={() => onPage(page + 1)}>
          Next
          <ChevronRight size={18} aria-hidden="true" />
        </Button>
      </nav>
    </div>
  );
}
