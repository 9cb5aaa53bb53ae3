import type { Keyring } from '#desktop/main/sealedFiles.ts';

/** A keyring that turns text around: enough to see that what is written is not what was given. */
export const plainKeyring: Keyring = {
  isAvailable: () => true,
  encrypt: (text) => Buffer.from([...text].reverse().join('')),
  decrypt: (sealed) => [...sealed.toString()].reverse().join(''),
};
