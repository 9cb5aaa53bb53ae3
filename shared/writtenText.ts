/** Text as people write it, brought into the form in which it is stored, compared and shown. */

/** Characters that end terminals, reorder text or are none. NUL stays: no database stores it, and the call is refused. */
const UNSEEN = /(?!\0)[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/gu;
const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Fillers, joiners and blanks alone are no text. Braille's blank is the one that counts as a sign. */
const SEEN = /[^\p{C}\p{Z}\p{M}\p{DI}\u2800]/u;

/** Lines of composed letters (NFC), without control characters or reordering ones. @returns '' where nothing is seen. */
export function cleanLines(text: string): string {
  const lines = text.replace(LINE_BREAKS, '\n').replaceAll('\t', ' ').split('\n');
  const seen = lines.map((line) => line.replace(UNSEEN, '').trimEnd()).join('\n');
  // Letters are composed last, after the characters between them are gone.
  const clean = seen.normalize('NFC').trim();
  return SEEN.test(clean) ? clean : '';
}

/** The same in one line. */
export const cleanLine = (text: string): string => cleanLines(text).replace(/\s*\n\s*/g, ' ');

/** Whether a letter was lost on its way: a program put a mark where it could read none. */
export const hasLostLetter = (text: string): boolean => text.includes('\ufffd');

/** Whether a name carries an address of the web, which would be mailed and shown in the site's own name. */
export const hasWebAddress = (text: string): boolean => /:\/\/|\bwww\./i.test(text);

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and attributes of HTML and XML. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
