import type { PropertyType } from './listing/vocabulary.ts';

/** Types with living quarters: an office or a piece of land without bedrooms is no studio. */
export const homeTypes = ['apartment', 'house', 'condo', 'duplex'] as const satisfies readonly PropertyType[];

export function isHome(type: PropertyType): boolean {
  return homeTypes.some((home) => home === type);
}

/** A home without a bedroom of its own. */
export function isStudio({ type, bedrooms }: { type: PropertyType; bedrooms: number }): boolean {
  return bedrooms === 0 && isHome(type);
}
