import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { propertiesByIdsQuery } from '#web/features/properties/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';

interface CompareTrayProps {
  ids: readonly number[];
  max: number;
  onRemove(id: number): void;
  onClear(): void;
}

export function CompareTray({ ids, max, onRemove, onClear }: CompareTrayProps) {
  const { data = [] } = useQuery(propertiesByIdsQuery(ids));
  const shown = ids.map((id) => ({ id, property: data.find((property) => property.id === id) }));
  return (
    <aside
      data-tray
      className="fixed z-95 bottom-[calc(max(var(--s-space-4),env(safe-area-inset-bottom))_+_var(--s-bottom-bar,0px))] left-1/2 flex items-center gap-3 pt-2.5 pr-2.5 pb-2.5 pl-3 border border-line rounded-lg bg-surface shadow-lg -translate-x-1/2 max-md:right-3 max-md:left-3 max-md:gap-3 max-md:translate-none print:hidden animate-rise"
      aria-label={t('Properties to compare')}
    >
      <ul className="flex gap-2 max-md:flex-1 max-md:min-w-0">
        {shown.map(({ id, property }) => (
          <li key={id} className="relative w-16 h-11 max-md:flex-[0_1_3.5rem] max-md:min-w-0">
            {property && (
              <Picture className="rounded-[0.5rem]" src={property.images[0]} alt={property.title} sizes="4rem" />
            )}
            <button
              type="button"
              className="absolute -top-1.75 -right-1.75 grid place-items-center w-5.5 h-5.5 p-0 border-2 border-surface rounded-full bg-ink text-surface cursor-pointer after:absolute after:-inset-2 after:content-['']"
              aria-label={t('Remove {title} from comparison', {
                title: property?.title ?? t('property {id}', { id }),
              })}
              onClick={() => onRemove(id)}
            >
              <X size={13} strokeWidth={2.75} />
            </button>
          </li>
        ))}
        {Array.from({ length: max - ids.length }, (_, place) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the empty places are alike
            key={`empty ${place}`}
            className="relative w-16 h-11 max-md:flex-[0_1_3.5rem] max-md:min-w-0 [border:1.5px_dashed_var(--s-border-strong)] rounded-[0.5rem] max-md:hidden"
            aria-hidden="true"
          />
        ))}
      </ul>
      <p className="text-muted text-sm tabular-nums whitespace-nowrap">
        {t('{count} of {max}', { count: ids.length, max })}
      </p>
      <Link
        className="inline-flex items-center min-h-11 border-0 rounded-[0.625rem] text-[0.9375rem] font-semibold cursor-pointer px-4.5 bg-primary text-on-primary no-underline hover:bg-primary-hover"
        to="/compare"
      >
        {t('Compare')}
      </Link>
      <button
        type="button"
        className="inline-flex items-center min-h-11 border-0 rounded-[0.625rem] text-[0.9375rem] font-semibold cursor-pointer px-2 bg-transparent text-muted hover:text-ink max-md:hidden"
        onClick={onClear}
      >
        {t('Clear')}
      </button>
    </aside>
  );
}
