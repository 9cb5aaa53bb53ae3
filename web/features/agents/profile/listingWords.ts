import type { Property, PropertyStatus } from '#shared/contracts/properties.ts';

export type StatusTone = 'success' | 'danger' | 'warning';

/** The colours of this page: available green, sold red, any other yellow (specification, part 2 §2). */
export function statusTone(status: PropertyStatus): StatusTone {
  if (status === 'available') return 'success';
  return status === 'sold' ? 'danger' : 'warning';
}

/** The address, else the city. */
export function placeText({ address, city }: Pick<Property['location'], 'address' | 'city'>): string {
  return address.trim() || city.trim() || 'Location not available';
}
