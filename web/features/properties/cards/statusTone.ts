import type { PropertyStatus } from '#shared/contracts/properties.ts';

/** The colour an agent's own listing is marked with. */
export const statusTone = {
  available: 'success',
  pending: 'warning',
  sold: 'danger',
  rented: 'info',
} as const satisfies Record<PropertyStatus, string>;
