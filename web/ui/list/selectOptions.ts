/** The options of a select, from its labels, in their order. */
export function optionsOf<Word extends string>(labels: Record<Word, string>) {
  return (Object.keys(labels) as Word[]).map((value) => ({ value, label: labels[value] }));
}
