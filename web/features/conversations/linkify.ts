export type TextPart = { text: string; href?: string };

const ADDRESS = /https?:\/\/[^\s<>"']+/g;
/** Belongs to the sentence around the address, not to the address. */
const TRAILING = /[.,;:!?)\]]+$/;

/** Web addresses in a text, and what stands between them. */
export function linkify(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(ADDRESS)) {
    const href = match.replace(TRAILING, '');
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: href, href });
    end = index + href.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}
