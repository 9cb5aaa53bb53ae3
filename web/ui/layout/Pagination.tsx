import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';

const MAX_BUTTONS = 5;
const button =
  'grid place-items-center min-w-11 h-11 py-0 px-2 rounded-full tabular-nums font-semibold no-underline';

/** The pages to offer buttons for: at most five, around the current one (specification, part 1 §9). */
export function pageWindow(current: number, pages: number): number[] {
  const length = Math.min(MAX_BUTTONS, pages);
  const first = Math.min(Math.max(current - Math.floor(MAX_BUTTONS / 2), 1), pages - length + 1);
  return Array.from({ length }, (_, index) => first + index);
}

interface PaginationProps {
  page: number;
  pages: number;
  hrefOf: (page: number) => string;
  /** Called when a page is chosen; links navigate by themselves. */
  onChoose?: (page: number) => void;
}

/** Page buttons; empty for a single page. */
export function Pagination({ page, pages, hrefOf, onChoose }: PaginationProps) {
  if (pages <= 1) return null;
  const step = (target: number, label: string, icon: ReactNode) =>
    target < 1 || target > pages ? (
      <span className={`${button} text-line-strong`} aria-hidden="true">
        {icon}
      </span>
    ) : (
      <PageLink page={target} hrefOf={hrefOf} onChoose={onChoose} label={label}>
        {icon}
      </PageLink>
    );
  return (
    <nav className="flex flex-wrap justify-center gap-1" aria-label={t('Pages')}>
      {step(page - 1, t('Previous page'), <ChevronLeft size={20} />)}
      {pageWindow(page, pages).map((number) => (
        <PageLink
          key={number}
          page={number}
          hrefOf={hrefOf}
          onChoose={onChoose}
          label={t('Page {number}', { number })}
          isCurrent={number === page}
        >
          {number}
        </PageLink>
      ))}
      {step(page + 1, t('Next page'), <ChevronRight size={20} />)}
    </nav>
  );
}

interface PageLinkProps extends Pick<PaginationProps, 'page' | 'hrefOf' | 'onChoose'> {
  label: string;
  isCurrent?: boolean;
  children: ReactNode;
}

function PageLink({ page, hrefOf, onChoose, label, isCurrent = false, children }: PageLinkProps) {
  return (
    <Link
      to={hrefOf(page)}
      preventScrollReset
      className={`${button} ${isCurrent ? 'bg-primary text-on-primary' : 'text-ink hover:bg-sunken'}`}
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => {
        const isInPlace = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
        if (isInPlace) onChoose?.(page);
      }}
    >
      {children}
    </Link>
  );
}
