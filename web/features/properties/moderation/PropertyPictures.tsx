import { Picture } from '#web/ui/Picture.tsx';

/** Specification, part 3 §9. */
const MAX_PICTURES = 8;

export function splitPictures(images: readonly string[]): { shown: readonly string[]; more: number } {
  return { shown: images.slice(0, MAX_PICTURES), more: Math.max(0, images.length - MAX_PICTURES) };
}

/** At most eight pictures; the last one says how many there are beyond (specification, part 3 §2). */
export function PropertyPictures({ images, title }: { images: readonly string[]; title: string }) {
  const { shown, more } = splitPictures(images);
  if (shown.length === 0) return null;
  return (
    <ul className="grid grid-cols-4 gap-2 max-md:grid-cols-2" aria-label="Images">
      {shown.map((image, index) => (
        <li key={image} className="relative overflow-hidden aspect-4/3 rounded-sm bg-skeleton">
          <Picture src={image} alt={`${title}, image ${index + 1}`} sizes="12rem" />
          {more > 0 && index === shown.length - 1 && (
            <span className="absolute grid place-items-center bg-[rgb(10_16_14_/_62%)] text-white font-bold inset-0">
              +{more} more
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
