import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { Pagination } from '#shared/contracts/common.ts';
import { t } from '#web/lib/i18n.tsx';
import { Button } from '../controls/Button.tsx';
import { controlClass } from '../controls/Field.tsx';
import { NativeSelect } from '../controls/NativeSelect.tsx';
import styles from './TablePager.module.css';

/** 'Showing 11 to 20 of 45 results' (specification, part 3 §2). */
export function resultsWords({ page, limit, total }: Pick<Pagination, 'page' | 'limit' | 'total'>): string {
  const first = Math.min((page - 1) * limit + 1, total);
  const last = Math.min(page * limit, total);
  return t('Showing {first, number} to {last, number} of {total, number} results', { first, last, total });
}

/** Least number of pages for which a page can be opened by its number. */
const MIN_PAGES_TO_NAME = 4;

interface TablePagerProps {
  pagination: Pagination;
  onPage(page: number): void;
  /** Allows choosing the number of rows and opening a page by its number. */
  size?: { value: number; choices: readonly number[]; onChange(size: number): void } | undefined;
}

/** 'Showing X to Y of Z results', 'Page N of M', Previous and Next; empty without results. */
export function TablePager({ pagination, onPage, size }: TablePagerProps) {
  const { page, total } = pagination;
  const pages = Math.max(pagination.totalPages, 1);
  if (total === 0) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-y-3 gap-x-6 mt-4 text-muted text-sm max-sm:justify-center">
      <p role="status">{resultsWords(pagination)}</p>
      {size && total > Math.min(...size.choices) && (
        <NativeSelect
          className="flex! items-center gap-2 w-auto! [&_label]:m-0 [&_label]:font-normal [&_label]:whitespace-nowrap"
          label={t('Rows per page')}
          value={String(size.value)}
          options={size.choices.map((choice) => ({ value: String(choice), label: String(choice) }))}
          onChange={(value) => size.onChange(Number(value))}
        />
      )}
      {size && pages >= MIN_PAGES_TO_NAME && <GoToPage pages={pages} onPage={onPage} />}
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

/** Opens the typed page, at most the last one. */
function GoToPage({ pages, onPage }: { pages: number; onPage(page: number): void }) {
  const [typed, setTyped] = useState('');
  const id = useId();
  return (
    <form
      className="flex items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const asked = Number(typed);
        if (!Number.isInteger(asked) || asked < 1) return;
        onPage(Math.min(asked, pages));
        setTyped('');
      }}
    >
      <label htmlFor={id} className="whitespace-nowrap">
        {t('Go to page')}
      </label>
      <input
        id={id}
        className={`${controlClass} w-20!`}
        inputMode="numeric"
        pattern="[0-9]*"
        maxLength={6}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value.replace(/\D/g, ''))}
      />
    </form>
  );
}
