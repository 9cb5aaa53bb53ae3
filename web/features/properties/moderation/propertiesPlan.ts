import type { ListPlan, ListState } from '#web/ui/adminList/listState.ts';

export const propertiesPlan = {
  search: 'text',
  status: ['all', 'active', 'inactive', 'pending', 'rejected'],
  // The call knows no word for all of these: nothing is.
  type: ['', 'apartment', 'house', 'condo', 'duplex', 'office', 'commercial', 'land'],
  listing_type: ['', 'sale', 'rent', 'lease'],
  sort: ['created_at', 'title', 'city', 'agent', 'price', 'status'],
  order: ['desc', 'asc'],
} as const satisfies ListPlan;

export type PropertiesState = ListState<typeof propertiesPlan>;
