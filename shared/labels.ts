import type { Role } from './contracts/auth.ts';
import type { ListingType, PropertyStatus, PropertyType } from './contracts/properties.ts';

/** The words people see for the values that are stored. */
export const propertyTypeLabel: Record<PropertyType, string> = {
  apartment: 'Apartment',
  house: 'House',
  condo: 'Condominium',
  duplex: 'Duplex',
  office: 'Office',
  commercial: 'Commercial',
  land: 'Land',
};

export const listingTypeLabel: Record<ListingType, string> = {
  sale: 'For Sale',
  rent: 'For Rent',
  lease: 'For Lease',
};

export const propertyStatusLabel: Record<PropertyStatus, string> = {
  available: 'Available',
  pending: 'Pending',
  sold: 'Sold',
  rented: 'Rented',
};

export const roleLabel: Record<Role, string> = { user: 'User', agent: 'Agent', admin: 'Admin' };
