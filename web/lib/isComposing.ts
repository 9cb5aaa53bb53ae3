/** The code of a key that an input method takes. */
const TAKEN_KEY = 229;

/**
 * Whether the key belongs to a word that an input method is writing, as the Enter that chooses a Chinese word. Safari ends the word before
 * the event of that Enter: there only the key's code says so.
 */
export function isComposing(event: KeyboardEvent | { nativeEvent: KeyboardEvent }): boolean {
  const { isComposing, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event;
  return isComposing || keyCode === TAKEN_KEY;
}
