import { describe, expect, it } from 'vitest';
import { type SharedLink, shareLink } from '#web/lib/shareLink.ts';

const link: SharedLink = { title: 'A', text: 'A in Makati', url: 'https://silong.example/properties/1' };
const named = (name: string) => Object.assign(new Error(name), { name });

function device({ share, copy }: { share?: 'works' | 'AbortError' | 'NotAllowedError'; copy: boolean }) {
  const shared: SharedLink[] = [];
  const copied: string[] = [];
  return {
    shared,
    copied,
    share: share
      ? async (given: SharedLink) => {
          if (share !== 'works') throw named(share);
          shared.push(given);
        }
      : undefined,
    async copy(text: string) {
      if (!copy) throw named('NotAllowedError');
      copied.push(text);
    },
  };
}

describe('shareLink', () => {
  it('hands title, text and link to the device', async () => {
    const phone = device({ share: 'works', copy: true });
    expect(await shareLink(link, phone)).toBe('shared');
    expect(phone.shared).toEqual([link]);
    expect(phone.copied).toEqual([]);
  });

  it('does nothing more when the visitor cancels', async () => {
    const phone = device({ share: 'AbortError', copy: true });
    expect(await shareLink(link, phone)).toBe('cancelled');
    expect(phone.copied).toEqual([]);
  });

  it('copies the link when sharing fails or is unavailable', async () => {
    const phone = device({ share: 'NotAllowedError', copy: true });
    expect(await shareLink(link, phone)).toBe('copied');
    expect(phone.copied).toEqual([link.url]);
    expect(await shareLink(link, device({ copy: true }))).toBe('copied');
  });

  it('tells a failed share from a failed copy', async () => {
    expect(await shareLink(link, device({ share: 'NotAllowedError', copy: false }))).toBe('share_failed');
    expect(await shareLink(link, device({ copy: false }))).toBe('copy_failed');
  });
});
