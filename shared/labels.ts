import type { Role } from './contracts/auth.ts';
import type { ListingType, PropertyStatus, PropertyType } from './contracts/properties.ts';
import type { ReportReason, ReportStatus } from './contracts/reports.ts';
import type { LicenseState } from './licenses.ts';

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

/** As the one who reports says it, and as the admin reads it. */
export const reportReasonLabel: Record<ReportReason, string> = {
  unavailable: 'It is no longer available',
  wrong_details: 'The price or the details are wrong',
  misleading_pictures: 'The pictures show something else',
  duplicate: 'It is listed twice',
  scam: 'It looks like a scam',
  offensive: 'It is offensive or discriminates',
  other: 'Something else',
};

/** What needs an admin stands first. */
export const licenseStateLabel: Record<LicenseState, string> = {
  lapsed: 'Unlisted',
  expired: 'Ended',
  unchecked: 'Not checked',
  expiring: 'Ends soon',
  valid: 'Valid',
};

export const reportStatusLabel: Record<ReportStatus, string> = {
  open: 'Open',
  accepted: 'Accepted',
  dismissed: 'Dismissed',
};

/** What a conversation is about unless its starter says so (specification, part 1 §3). */
export const DEFAULT_SUBJECT = 'Property Inquiry';
