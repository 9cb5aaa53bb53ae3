/**
 * The languages that are checked: those wanted, as far as there is a dictionary, or what comes nearest to the computer's own.
 * @param available none where the system chooses by itself.
 */
export function spellingLanguages(
  wanted: readonly string[] | null,
  available: readonly string[],
  system: readonly string[],
): string[] {
  if (wanted) return [...new Set(wanted)].filter((language) => available.includes(language));
  for (const language of system) {
    const [family = ''] = language.split('-');
    const found = [language, family, family === 'en' ? 'en-US' : ''].find((one) => available.includes(one));
    if (found) return [found];
  }
  return [];
}
