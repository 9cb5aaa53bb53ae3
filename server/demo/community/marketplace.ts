import type { PlannedListing } from '../listings/timeline.ts';

export interface MarketPerson {
  id: number;
  name: string;
  email: string;
  phone: string | null;
  /** For an applicant: the time of the application. */
  joinedAt: Date;
}

export interface MarketListing {
  id: number;
  title: string;
  plan: PlannedListing;
  agent: MarketPerson;
}

/** People and listings with their ids, the base of conversations, inquiries, reviews and viewings. */
export interface Marketplace {
  admin: MarketPerson;
  /** In the order of demoAgents. */
  agents: readonly MarketPerson[];
  demoAgent: MarketPerson;
  /** Active accounts of visitors, the demo user's among them. */
  users: readonly MarketPerson[];
  demoUser: MarketPerson;
  /** The users who joined last. */
  newcomers: readonly MarketPerson[];
  /** Users who applied by themselves. */
  applicants: readonly MarketPerson[];
  listings: readonly MarketListing[];
}

/** The demo user looks for a condominium with a bedroom or more. */
export function suitsDemoUser(listing: MarketListing): boolean {
  const { type, bedrooms } = listing.plan.facts;
  return isPublic(listing) && type === 'condo' && bedrooms > 0 && bedrooms <= 3;
}

/** Visible to the public. */
export function isPublic({ plan }: MarketListing): boolean {
  return plan.moderation === 'active';
}

export function isOnOffer(listing: MarketListing): boolean {
  return isPublic(listing) && listing.plan.status === 'available';
}
