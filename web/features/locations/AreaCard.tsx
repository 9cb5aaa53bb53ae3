import { ArrowRight } from 'lucide-react';
import { Link } from '#web/lib/router.tsx';
import { ListingCount } from './ListingCount.tsx';

interface AreaCardProps {
  slug: string;
  name: string;
  /** As the search spells it, for the count below the name. */
  location: string;
  to: string;
}

/** An area of the city as a drawn picture with its name; all of it is one link. */
export function AreaCard({ slug, name, location, to }: AreaCardProps) {
  return (
    <Link to={to} className="group/card flex flex-col h-full overflow-hidden panel lift text-ink no-underline">
      <img
        className="w-full h-auto aspect-3/2 object-cover bg-skeleton max-md:[aspect-ratio:2]"
        src={areaPicture(slug)}
        alt=""
        width={960}
        height={640}
        loading="lazy"
        decoding="async"
      />
      <div className="flex flex-1 items-center justify-between gap-3 p-4">
        <div>
          <h3 className="text-lg">{name}</h3>
          <div className="min-h-[1.5em] text-muted text-sm">
            <ListingCount filter={{ location }} />
          </div>
        </div>
        <span
          className="disc transition-colors group-hover/card:bg-primary group-hover/card:text-on-primary"
          aria-hidden="true"
        >
          <ArrowRight size={18} />
        </span>
      </div>
    </Link>
  );
}

const pictures = import.meta.glob<string>('./pictures/*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** Address of the drawing of an area, by its slug. Every area of shared/areas.ts has one. */
export function areaPicture(slug: string): string | undefined {
  return pictures[`./pictures/${slug}.svg`];
}
