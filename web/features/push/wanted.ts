import { readStored, writeStored } from '#web/lib/store.ts';

const KEY = 'silong_push_for';

/** Whose notices this browser shall show: their account's id. It outlives a session that ran out. */
export function wantedBy(): number | undefined {
  const stored = readStored('localStorage', KEY);
  return typeof stored === 'number' ? stored : undefined;
}

export const setWantedBy = (userId: number | undefined) => writeStored('localStorage', KEY, userId);
