const wholeNumbers = new Intl.NumberFormat('en-PH');

/** '1 property', '2,150 properties': the noun agrees with the number. */
export function countWords(count: number, singular: string, plural: string): string {
  return `${wholeNumbers.format(count)} ${count === 1 ? singular : plural}`;
}
