const BIO_PREVIEW = 100;
const LANGUAGES_SHOWN = 3;

/** Specification, part 2 §9: the first 100 characters, '...' where there were more. */
export function bioPreview(bio: string): string {
  const text = bio.trim();
  return text.length > BIO_PREVIEW ? `${text.slice(0, BIO_PREVIEW).trimEnd()}...` : text;
}

/** 'English, Filipino, Ilocano +1 more'. */
export function languagesText(languages: readonly string[]): string {
  const shown = languages.slice(0, LANGUAGES_SHOWN).join(', ');
  const more = languages.length - LANGUAGES_SHOWN;
  return more > 0 ? `${shown} +${more} more` : shown;
}

/** '4.9', '5.0'. */
export function ratingText(rating: number): string {
  return rating.toFixed(1);
}
