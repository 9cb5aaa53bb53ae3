import type { AdminRole } from './adminRoles.ts';
import type { Role } from './contracts/auth.ts';
import type { ReportReason, ReportStatus } from './contracts/reports.ts';
import type { SignalStatus } from './contracts/signals.ts';
import type { LicenseState } from './licenses.ts';
import type { Completion, ListingType, MediaKind, PropertyStatus, PropertyType } from './listing/vocabulary.ts';
import { english, type Message, msg } from './messages.ts';
import type { TravelMode } from './travelTime.ts';

/** The words people see for the values that are stored. */
export const propertyTypeLabel: Record<PropertyType, Message> = {
  apartment: msg('Apartment'),
  house: msg('House'),
  condo: msg('Condominium'),
  duplex: msg('Duplex'),
  office: msg('Office'),
  commercial: msg('Commercial'),
  land: msg('Land'),
};

/** Plurals of the labels. */
export const propertyTypeHeading: Record<PropertyType, Message> = {
  apartment: msg('Apartments'),
  house: msg('Houses'),
  condo: msg('Condominiums'),
  duplex: msg('Duplexes'),
  office: msg('Commercial spaces'),
  commercial: msg('Shops and commercial spaces'),
  land: msg('Land'),
};

export const listingTypeLabel: Record<ListingType, Message> = {
  sale: msg('For Sale'),
  rent: msg('For Rent'),
  lease: msg('For Lease'),
};

export const propertyStatusLabel: Record<PropertyStatus, Message> = {
  available: msg('Available'),
  pending: msg('Pending'),
  sold: msg('Sold'),
  rented: msg('Rented'),
};

export const completionLabel: Record<Completion, Message> = {
  ready: msg('Ready to move in'),
  preselling: msg('Pre-selling'),
};

/** Media of a listing beside its pictures, as filters. */
export const mediaLabel: Record<MediaKind, Message> = {
  video: msg('With video'),
  plan: msg('With floor plan'),
};

export const roleLabel: Record<Role, Message> = {
  user: msg('User'),
  agent: msg('Agent'),
  admin: msg('Admin'),
};

export const adminRoleLabel: Record<AdminRole, Message> = {
  owner: msg('Owner'),
  moderator: msg('Moderator'),
  support: msg('Support'),
  auditor: msg('Auditor'),
};

/** In the words of the report's form, and of the admin's list. */
export const reportReasonLabel: Record<ReportReason, Message> = {
  unavailable: msg('It is no longer available'),
  wrong_details: msg('The price or the details are wrong'),
  misleading_pictures: msg('The photos show something else'),
  duplicate: msg('It is listed twice'),
  scam: msg('It looks like a scam'),
  offensive: msg('It is offensive or discriminates'),
  other: msg('Something else'),
};

/** Kinds that need an admin come first. */
export const licenseStateLabel: Record<LicenseState, Message> = {
  lapsed: msg('Unlisted'),
  expired: msg('Expired'),
  unchecked: msg('Not checked'),
  expiring: msg('Expires soon'),
  valid: msg('Valid'),
};

export const reportStatusLabel: Record<ReportStatus, Message> = {
  open: msg('Open'),
  accepted: msg('Accepted'),
  dismissed: msg('Dismissed'),
};

export const signalStatusLabel: Record<SignalStatus, Message> = {
  open: msg('Open'),
  acted: msg('Handled'),
  dismissed: msg('Dismissed'),
};

/** In the order and under the headings of the property page's Location tab (specification, part 2 §2). */
export type NearbyCategory = 'school' | 'hospital' | 'shopping' | 'transport';

export const NEARBY_CATEGORIES: readonly { category: NearbyCategory; name: Message; heading: Message }[] = [
  { category: 'school', name: msg('Schools'), heading: msg('Education') },
  { category: 'hospital', name: msg('Hospitals'), heading: msg('Healthcare') },
  { category: 'shopping', name: msg('Shopping'), heading: msg('Shopping') },
  { category: 'transport', name: msg('Transport'), heading: msg('Transportation') },
];

/** The subject unless the starter names one (specification, part 1 §3). Stored, so in no reader's language. */
export const DEFAULT_SUBJECT = english('Property Inquiry');

export const travelModeLabel: Record<TravelMode, Message> = {
  walk: msg('On foot'),
  bicycle: msg('By bicycle'),
  car: msg('By car'),
  transit: msg('By public transport'),
};
