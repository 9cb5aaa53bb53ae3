const pictures = import.meta.glob<string>('./pictures/*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** Address of the drawing of an area, by its slug. Every area of shared/areas.ts has one. */
export function areaPicture(slug: string): string | undefined {
  return pictures[`./pictures/${slug}.svg`];
}
