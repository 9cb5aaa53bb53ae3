import type { Property, PropertyStatus } from '#shared/contracts/properties.ts';

export type StatusTone = 'success' | 'danger' | 'warning';

/** The colours of this page: available green, sold red, any other yellow (specification, part 2 §2). */
export function statusTone(status: PropertyStatus): StatusTone {
  if (status === 'available') return 'success';
  return status === 'sold' ? 'danger' : 'warning';
}

/** What can still be had comes first; otherwise the order stays. */
export function availableFirst(properties: readonly Property[]): Property[] {
  const rank = ({ status }: Property) => (status === 'available' ? 0 : 1);
  return [...properties].sort((one, other) => rank(one) - rank(other));
}

/** The address, else the city. */
export function placeText({ address, city }: Pick<Property['location'], 'address' | 'city'>): string {
  return address.trim() || city.trim() || 'Location not available';
}
