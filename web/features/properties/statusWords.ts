import type { ModerationStatus, PropertyStatus } from '#shared/contracts/properties.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import { countWords } from '#web/lib/countWords.ts';
import type { BadgeTone } from '#web/ui/display/Badge.tsx';

/** The colour an agent's own listing is marked with. */
export const statusTone = {
  available: 'success',
  pending: 'warning',
  sold: 'danger',
  rented: 'info',
} as const satisfies Record<PropertyStatus, string>;

export const moderationLabel: Record<ModerationStatus, string> = {
  active: 'Active',
  inactive: 'Inactive',
  pending: 'Pending',
  rejected: 'Rejected',
};

export const moderationTone: Record<ModerationStatus, BadgeTone> = {
  active: 'success',
  inactive: 'neutral',
  pending: 'warning',
  rejected: 'danger',
};

/** Why the public does not see a listing, and what that means. */
export const hiddenWords: Record<Exclude<ModerationStatus, 'active'>, { label: string; meaning: string }> = {
  pending: { label: 'Waiting for review', meaning: 'Not public until an administrator has looked at it.' },
  inactive: {
    label: 'Taken off the site',
    meaning: 'An administrator has hidden it. Only you and the administrators see it.',
  },
  rejected: {
    label: 'Rejected',
    meaning: 'An administrator decided against it. It stays hidden from the public.',
  },
};

export const propertiesInWords = (count: number) => countWords(count, 'property', 'properties');

/** What is asked before several listings are marked. */
export function bulkQuestion(count: number, status: PropertyStatus): { title: string; text: string } {
  const isTaken = status === 'sold' || status === 'rented';
  return {
    title: `Mark ${propertiesInWords(count)} as ${propertyStatusLabel[status]}?`,
    text: isTaken
      ? `The public sees it at once, and people who keep one of them as a favorite are told that it was ${status}.`
      : 'The public sees it at once.',
  };
}
