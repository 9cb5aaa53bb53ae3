import { useQuery } from '@tanstack/react-query';
import { Scale, X } from 'lucide-react';
import { propertiesByIdsQuery } from '#web/features/properties/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import styles from './CompareScreen.module.css';

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
      className={`flex items-center gap-3 py-2.5 pr-2.5 pl-3 panel shadow-lg print:hidden animate-rise ${styles.tray}`}
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
              className="absolute -top-1.75 -right-1.75 disc w-5.5 h-5.5 border-2 border-surface bg-ink text-surface stretched after:-inset-2"
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
            className="w-16 h-11 border-[1.5px] border-dashed border-line-strong rounded-sm max-md:hidden"
            aria-hidden="true"
          />
        ))}
      </ul>
      <p className="text-muted text-sm tabular-nums whitespace-nowrap">
        {t('{count} of {max}', { count: ids.length, max })}
      </p>
      <ButtonLink to="/compare">{t('Compare')}</ButtonLink>
      <button
        type="button"
        className="inline-flex items-center min-h-11 rounded-control text-md font-semibold px-2 text-muted hover:text-ink max-md:hidden"
        onClick={onClear}
      >
        {t('Clear')}
      </button>
    </aside>
  );
}

/** Pressed in a wider ground than its round. */
const toggleClass = 'flex items-center justify-center size-9 rounded-full after:absolute after:-inset-1';

interface CompareToggleProps {
  title: string;
  className: string;
  isChosen: boolean;
  onPress(): void;
}

/** A round on a card's picture. */
export function CompareToggle({ title, className, isChosen, onPress }: CompareToggleProps) {
  return (
    <button
      type="button"
      className={`${toggleClass} ${isChosen ? 'bg-primary text-on-primary' : 'bg-[rgb(16_22_20_/_58%)] text-white'} ${className}`}
      aria-pressed={isChosen}
      aria-label={t('Compare {title}', { title })}
      title={isChosen ? t('Remove from comparison') : t('Add to comparison')}
      onClick={onPress}
    >
      <Scale size={20} strokeWidth={2} aria-hidden="true" />
    </button>
  );
}
