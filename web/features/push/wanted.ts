import { readStored, writeStored } from '#web/lib/store.ts';

const KEY = 'silong_push_for';

/** Id of the account whose notices this browser shows; kept when a session expires. */
export function wantedBy(): number | undefined {
  const stored = readStored('localStorage', KEY);
  return typeof stored === 'number' ? stored : undefined;
}

export const setWantedBy = (userId: number | undefined) => writeStored('localStorage', KEY, userId);
