import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_IMAGE_BYTES } from '#shared/limits.ts';
import {
  addressesOf,
  addUrl,
  changePicture,
  failedOf,
  giveUpPicture,
  isTurnable,
  movePicture,
  newPicture,
  pendingOf,
  readImageUrl,
  sortFiles,
  storedPicture,
  totalProgress,
  turnPicture,
  uploadsInWords,
} from '#web/features/properties/form/pictures.ts';
import { createPictureUploader, type UploadNews } from '#web/features/properties/form/usePictures.ts';
import { ApiFailure, NetworkFailure } from '#web/lib/apiClient.ts';
import { type DrawnPicture, fitWithin, type PictureFacts, PictureFailure } from '#web/lib/pictures/drawPicture.ts';
import { MAX_CHOSEN_BYTES, type PreparePicture } from '#web/lib/pictures/preparePictures.ts';

const file = (name: string, type = 'image/jpeg', size = 1_000) => ({ name, type, size });

describe('choosing files', () => {
  it('says of each refused file why, in the specified words', () => {
    const { accepted, refusals } = sortFiles(
      [
        file('a.jpg'),
        file('notes.txt', 'text/plain'),
        file('limit.png', 'image/png', MAX_IMAGE_BYTES),
        // To be shrunk.
        file('over.png', 'image/png', MAX_IMAGE_BYTES + 1),
        file('beyond.png', 'image/png', MAX_CHOSEN_BYTES + 1),
        file('IMG_1.HEIC', ''),
        file('IMG_2.heif', 'image/heif'),
        file('IMG_3', ''),
        file('plan.svg', 'image/svg+xml'),
      ],
      20,
    );
    expect(accepted.map(({ name }) => name)).toEqual([
      'a.jpg',
      'limit.png',
      'over.png',
      'IMG_1.HEIC',
      'IMG_2.heif',
    ]);
    expect(refusals).toEqual([
      'File "notes.txt" is not an image file.',
      'File "beyond.png" is too large. Maximum size is 5MB.',
      'File "IMG_3" is not an image file.',
      'File "plan.svg" is not supported. Please use PNG, JPG, GIF or WebP.',
    ]);
  });

  it('takes the first that there is room for, and says how many were left', () => {
    const { accepted, refusals } = sortFiles([file('a'), file('b'), file('c')], 1);
    expect(accepted.map(({ name }) => name)).toEqual(['a']);
    expect(refusals).toEqual(['A listing can have at most 20 images. 2 images were not added.']);
    expect(sortFiles([file('a')], -1).accepted).toEqual([]);
  });

  it('takes web addresses only', () => {
    expect(readImageUrl(' https://pictures.example/a b.jpg ')).toEqual({
      url: 'https://pictures.example/a%20b.jpg',
    });
    for (const text of [
      'picture.jpg',
      'ftp://pictures.example/a',
      'data:image/png;base64,AAAA',
      'https://a:b@c.example/',
    ])
      expect(readImageUrl(text), text).toHaveProperty('problem');
    expect(readImageUrl(`https://pictures.example/${'a'.repeat(2_000)}`)).toHaveProperty('problem');
  });

  it('shrinks to the longest side and never enlarges', () => {
    expect(fitWithin({ width: 4_000, height: 3_000 }, 2_560)).toEqual({ width: 2_560, height: 1_920 });
    expect(fitWithin({ width: 3_000, height: 4_000 }, 2_560)).toEqual({ width: 1_920, height: 2_560 });
    expect(fitWithin({ width: 800, height: 600 }, 2_560)).toEqual({ width: 800, height: 600 });
    expect(fitWithin({ width: 20_000, height: 1 }, 2_560)).toEqual({ width: 2_560, height: 1 });
  });
});

describe('the list', () => {
  const stored = ['/media/a', '/media/b', '/media/c'].map((url) => storedPicture(url));

  it('holds each address once', () => {
    expect(addUrl(stored, '/media/b')).toBe(stored);
    expect(addressesOf(addUrl(stored, '/media/d'))).toEqual(['/media/a', '/media/b', '/media/c', '/media/d']);
    // The same photo chosen again ends up at the address that is there.
    const twice = changePicture([...stored, newPicture('new', 'b.jpg')], 'new', {
      status: 'stored',
      url: '/media/b',
    });
    expect(addressesOf(twice)).toEqual(['/media/a', '/media/b', '/media/c']);
    expect(twice).toHaveLength(3);
  });

  it('puts one where another stands', () => {
    expect(addressesOf(movePicture(stored, '/media/c', '/media/a'))).toEqual(['/media/c', '/media/a', '/media/b']);
    expect(addressesOf(movePicture(stored, '/media/a', '/media/c'))).toEqual(['/media/b', '/media/c', '/media/a']);
    expect(movePicture(stored, 'gone', '/media/a')).toBe(stored);
  });

  it('tells in words what is on its way', () => {
    const one = newPicture('1', 'a.jpg');
    const other = { ...newPicture('2', 'b.jpg'), progress: 0.5 };
    expect(uploadsInWords(stored)).toBeNull();
    expect(uploadsInWords([...stored, one])).toBe('Uploading 1 image...');
    expect(uploadsInWords([one, other])).toBe('Uploading 2 images...');
    expect(totalProgress([...stored, one, other])).toBe(0.25);
    const waiting = changePicture([one], '1', { status: 'waiting' });
    expect(uploadsInWords(waiting)).toBe('1 image waiting for the connection');
    expect(pendingOf(waiting)).toHaveLength(1);
    const failed = changePicture([one], '1', { status: 'failed' });
    expect([pendingOf(failed).length, failedOf(failed).length]).toEqual([0, 1]);
  });
});

describe('turning', () => {
  const facts = { width: 4, height: 3 } as PictureFacts;
  const [before] = [storedPicture('/media/a')];

  it('asks for an upload once, and knows each way it is stored from then on', () => {
    const [turning] = turnPicture([before], before.id, 1);
    expect(turning).toMatchObject({ turn: 1, status: 'preparing', url: '/media/a' });
    const stored = changePicture([turning ?? before], before.id, {
      status: 'stored',
      url: '/media/b',
      preview: 'blob:b',
      facts,
    });
    const [back] = turnPicture(stored, before.id, 3);
    expect(back).toMatchObject({ turn: 0, status: 'stored', url: '/media/a', preview: null });
    const [again] = turnPicture(back ? [back] : [], before.id, 1);
    expect(again).toMatchObject({ turn: 1, status: 'stored', url: '/media/b', preview: 'blob:b', facts });
  });

  it('is given up as it was stored before; a new one goes', () => {
    const turning = turnPicture([before], before.id, 3);
    expect(giveUpPicture(turning, before.id)).toMatchObject([{ turn: 0, status: 'stored', url: '/media/a' }]);
    expect(giveUpPicture([newPicture('1', 'a.jpg')], '1')).toEqual([]);
  });

  it('is for pictures whose pixels the page may read', () => {
    expect(
      [newPicture('1', 'a.jpg'), before, storedPicture('https://homes.example/a.jpg')].map(isTurnable),
    ).toEqual([true, true, false]);
  });
});

describe('uploading', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const drawn = (picture: Blob) => ({ picture, preview: picture, facts: {} }) as DrawnPicture;

  /** An uploader whose sending is settled by the test. */
  function start(prepare: PreparePicture = async (picture) => drawn(picture)) {
    const news = new Map<string, UploadNews[]>();
    const sent: {
      name: string;
      signal: AbortSignal;
      resolve(url: string): void;
      reject(error: Error): void;
    }[] = [];
    const uploader = createPictureUploader({
      prepare,
      send: (_picture, { name, signal, onProgress }) =>
        new Promise((resolve, reject) => {
          onProgress(0.5);
          sent.push({ name, signal, resolve, reject });
        }),
      onNews: (id, item) => news.set(id, [...(news.get(id) ?? []), item]),
    });
    const add = async (id: string, size = 1) => {
      uploader.add(id, { name: `${id}.jpg`, open: async () => new Blob(['x'.repeat(size)]) });
      await vi.advanceTimersByTimeAsync(0);
    };
    return { uploader, sent, add, last: (id: string) => news.get(id)?.at(-1) };
  }
  const settle = () => vi.advanceTimersByTimeAsync(0);

  it('sends three at a time and tells how far each is', async () => {
    const { sent, add, last } = start();
    for (const id of ['a', 'b', 'c', 'd']) await add(id);
    expect(sent.map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
    expect(last('a')).toEqual({ status: 'uploading', progress: 0.5 });
    sent[1]?.resolve('/media/b');
    await settle();
    expect(last('b')).toEqual({ status: 'stored', url: '/media/b' });
    expect(sent.map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']);
  });

  it('waits without a connection and tries again by itself, at once when it is back', async () => {
    const { uploader, sent, add, last } = start();
    await add('a');
    sent[0]?.reject(new NetworkFailure('No answer'));
    await settle();
    expect(last('a')).toEqual({ status: 'waiting' });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sent).toHaveLength(2);
    sent[1]?.reject(new ApiFailure(429, 'too_many_requests', 'Too many uploads', []));
    await settle();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(sent).toHaveLength(2);
    uploader.resume();
    await settle();
    expect(sent).toHaveLength(3);
    sent[2]?.resolve('/media/a');
    await settle();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(3);
    expect(last('a')).toEqual({ status: 'stored', url: '/media/a' });
  });

  it('gives up what will never do, in the words of the specification', async () => {
    const faults = ['damaged', 'unreadable', 'tooLarge'] as const;
    let opened = 0;
    const { sent, add, last } = start(async (picture) => {
      const fault = faults[opened];
      opened += 1;
      if (fault) throw new PictureFailure(fault);
      return drawn(picture);
    });
    await add('torn');
    expect(last('torn')).toEqual({
      status: 'refused',
      problem: 'Failed to process "torn.jpg": the file is damaged.',
    });
    // A picture that cannot be shrunk has to keep to the limit.
    for (const name of ['large', 'noisy']) {
      await add(name, name === 'large' ? MAX_IMAGE_BYTES + 1 : 1);
      expect(last(name)).toEqual({
        status: 'refused',
        problem: `File "${name}.jpg" is too large. Maximum size is 5MB.`,
      });
    }
    await add('odd');
    sent[0]?.reject(new ApiFailure(415, 'unsupported_media_type', 'File "odd.jpg" is not an image file.', []));
    await settle();
    expect(last('odd')).toEqual({ status: 'refused', problem: 'File "odd.jpg" is not an image file.' });
  });

  it('keeps what could not be opened for another try', async () => {
    let opened = 0;
    const { uploader, sent, add, last } = start(async (picture) => {
      opened += 1;
      if (opened === 1) throw new PictureFailure('later');
      return drawn(picture);
    });
    await add('a');
    expect(last('a')).toEqual({
      status: 'failed',
      problem: 'This image could not be opened. Please try again.',
    });
    uploader.retry('a');
    await settle();
    expect([opened, sent.length]).toEqual([2, 1]);
  });

  it('prepares a picture once, however often it is sent', async () => {
    let opened = 0;
    const { sent, add } = start(async (picture, { turn }) => {
      opened += 1;
      expect(turn).toBe(0);
      return drawn(picture);
    });
    await add('a');
    sent[0]?.reject(new NetworkFailure('No answer'));
    await settle();
    await vi.advanceTimersByTimeAsync(2_000);
    expect([opened, sent.length]).toEqual([1, 2]);
  });

  it('keeps what failed for another try', async () => {
    const { uploader, sent, add, last } = start();
    await add('a');
    sent[0]?.reject(new ApiFailure(500, 'internal', 'Something went wrong', []));
    await settle();
    expect(last('a')?.status).toBe('failed');
    uploader.retry('a');
    await settle();
    sent[1]?.resolve('/media/a');
    await settle();
    expect(last('a')?.status).toBe('stored');
  });

  it('ends what is removed and tells no more of it', async () => {
    const { uploader, sent, add, last } = start();
    await add('a');
    uploader.cancel('a');
    expect(sent[0]?.signal.aborted).toBe(true);
    const before = last('a');
    sent[0]?.reject(new DOMException('ended', 'AbortError'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(last('a')).toBe(before);
    expect(sent).toHaveLength(1);
  });
});
