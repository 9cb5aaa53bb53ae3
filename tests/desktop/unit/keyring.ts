import type { Keyring } from '#desktop/main/sealedFiles.ts';

const turn = (text: string) => [...text].reverse().join('');

/** A keyring that turns text around: enough to see that what is written is not what was given. */
export const plainKeyring: Keyring = {
  isAvailable: async () => true,
  encrypt: async (text) => Buffer.from(turn(text)),
  decrypt: async (sealed) => ({ text: turn(sealed.toString()), isOutdated: false }),
};

/** Seals and opens what it has sealed itself, and nothing of another's. */
export const namedKeyring = (name: string): Keyring => ({
  isAvailable: async () => true,
  encrypt: async (text) => Buffer.from(`${name}:${turn(text)}`),
  async decrypt(sealed) {
    const [owner, text = ''] = sealed.toString().split(':');
    if (owner !== name) throw new Error('The keyring does not open this');
    return { text: turn(text), isOutdated: false };
  },
});
