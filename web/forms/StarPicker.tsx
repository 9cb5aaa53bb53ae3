import { Star } from 'lucide-react';
import { useId } from 'react';
import { msg } from '#shared/messages.ts';
import { t } from '#web/lib/i18n.tsx';
import { emptyStar, fullStar } from '#web/ui/display/Stars.tsx';

const words = [msg('Poor'), msg('Fair'), msg('Good'), msg('Very good'), msg('Excellent')] as const;

/** Native radio buttons drawn as stars, for arrow keys and screen readers. @param value 0: no choice */
export function StarPicker(props: { legend: string; value: number; onChange(value: number): void }) {
  const { legend, value, onChange } = props;
  const name = useId();
  return (
    <fieldset>
      <legend className="text-sm font-semibold">{legend}</legend>
      <div className="flex flex-wrap items-center gap-3">
        <div className="flex -ml-1.75">
          {words.map((word, index) => {
            const stars = index + 1;
            return (
              <label
                key={word.id}
                className="group/star relative grid place-items-center w-11 h-11 rounded-sm cursor-pointer has-focus-visible:focus-ring"
              >
                <input
                  className="absolute inset-0 m-0 opacity-0 cursor-pointer"
                  type="radio"
                  name={name}
                  value={stars}
                  checked={stars === value}
                  aria-label={t('{count, plural, one {# star} other {# stars}}', { count: stars })}
                  onChange={() => onChange(stars)}
                />
                <Star
                  className={`transition-[scale] duration-120 group-hover/star:scale-112 ${stars <= value ? fullStar : emptyStar}`}
                  size={30}
                  strokeWidth={1.5}
                />
              </label>
            );
          })}
        </div>
        <span className="text-muted text-md font-semibold" aria-hidden="true">
          {t(words[value - 1] ?? '')}
        </span>
      </div>
    </fieldset>
  );
}
