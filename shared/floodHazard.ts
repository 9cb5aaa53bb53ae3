import { type Message, msg } from './messages.ts';

/** The levels of a map's marks, the least first. */
export const floodLevels = ['low', 'medium', 'high'] as const;
export type FloodLevel = (typeof floodLevels)[number];

export const floodLevelLabel: Record<FloodLevel, Message> = {
  low: msg('Low'),
  medium: msg('Medium'),
  high: msg('High'),
};
