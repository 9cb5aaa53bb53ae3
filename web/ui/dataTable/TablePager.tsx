import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { Pagination } from '#shared/contracts/common.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '../controls/Button.tsx';
import styles from './TablePager.module.css';

/** 'Showing 11 to 20 of 45 results' (specification, part 3 §2). */
export function resultsWords({ page, limit, total }: Pick<Pagination, 'page' | 'limit' | 'total'>): string {
  const first = Math.min((page - 1) * limit + 1, total);
  const last = Math.min(page * limit, total);
  return t('Showing {first, number} to {last, number} of {total, number} results', { first, last, total });
}

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
    <div className="flex flex-wrap items-center justify-between gap-y-3 gap-x-6 mt-4 text-muted text-sm max-sm:justify-center">
      <p role="status">{resultsWords(pagination)}</p>
      <nav
        className={`flex flex-wrap items-center gap-3 max-sm:flex-nowrap max-sm:gap-2 max-sm:whitespace-nowrap ${styles.pages}`}
        aria-label={t('Pages')}
      >
        <Button variant="outlined" disabled={page <= 1} onClick={() => onPage(Math.min(page - 1, pages))}>
          <ChevronLeft size={18} aria-hidden="true" />
          {t('Previous')}
        </Button>
        <span className="tabular-nums">{t('Page {page} of {pages}', { page, pages })}</span>
        <Button variant="outlined" disabled={page >= pages} onClick={() => onPage(page + 1)}>
          {t('Next')}
          <ChevronRight size={18} aria-hidden="true" />
        </Button>
      </nav>
    </div>
  );
}
