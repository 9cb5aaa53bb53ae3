import { type Message, msg } from './messages.ts';

/** How strongly somebody's map marks a place, the least first. */
export const floodLevels = ['low', 'medium', 'high'] as const;
export type FloodLevel = (typeof floodLevels)[number];

export const floodLevelLabel: Record<FloodLevel, Message> = {
  low: msg('Low'),
  medium: msg('Medium'),
  high: msg('High'),
};
