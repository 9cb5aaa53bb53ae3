import type { Property } from '#shared/contracts/properties.ts';

export type PropertyFormMode =
  | { kind: 'create' }
  | { kind: 'edit'; property: Property }
  /** A new listing that begins as a copy. */
  | { kind: 'duplicate'; property: Property };
