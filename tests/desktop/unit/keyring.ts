import type { Keyring } from '#desktop/main/sealedFiles.ts';

const turn = (text: string) => [...text].reverse().join('');

/** A keyring that reverses text, enough to see that files are not plain text. */
export const plainKeyring: Keyring = {
  isAvailable: async () => true,
  encrypt: async (text) => Buffer.from(turn(text)),
  decrypt: async (sealed) => ({ text: turn(sealed.toString()), isOutdated: false }),
};

/** Decrypts only texts that it has encrypted itself. */
export const namedKeyring = (name: string): Keyring => ({
  isAvailable: async () => true,
  encrypt: async (text) => Buffer.from(`${name}:${turn(text)}`),
  async decrypt(sealed) {
    const [owner, text = ''] = sealed.toString().split(':');
    if (owner !== name) throw new Error('The keyring does not open this');
    return { text: turn(text), isOutdated: false };
  },
});
