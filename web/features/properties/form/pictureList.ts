/** One of a listing's pictures while it is put together. */
export interface Picture {
  /** Of this form only. */
  id: string;
  /** Its file's name; null for what is an address already. */
  name: string | null;
  status: 'uploading' | 'waiting' | 'failed' | 'stored';
  /** Where it is stored; null until it is. */
  url: string | null;
  /** Shown until the form is closed, so that nothing flickers when it is stored. */
  preview: string | null;
  /** How much of it has left, from 0 to 1. */
  progress: number;
  /** Why it failed. */
  problem: string | null;
}

export function storedPicture(url: string): Picture {
  return { id: url, name: null, status: 'stored', url, preview: null, progress: 1, problem: null };
}

export function newPicture(id: string, name: string, preview: string | null): Picture {
  return { id, name, status: 'uploading', url: null, preview, progress: 0, problem: null };
}

/** A picture that is there already is not added twice. */
export function addUrl(pictures: readonly Picture[], url: string): readonly Picture[] {
  return pictures.some((picture) => picture.url === url) ? pictures : [...pictures, storedPicture(url)];
}

export function changePicture(
  pictures: readonly Picture[],
  id: string,
  change: Partial<Picture>,
): readonly Picture[] {
  // The same photo chosen twice is stored under one address: one of the two goes.
  if (change.url && pictures.some((picture) => picture.id !== id && picture.url === change.url))
    return pictures.filter((picture) => picture.id !== id);
  return pictures.map((picture) => (picture.id === id ? { ...picture, ...change } : picture));
}

/** Puts one where another stands. */
export function movePicture(pictures: readonly Picture[], id: string, overId: string): readonly Picture[] {
  const from = pictures.findIndex((picture) => picture.id === id);
  const to = pictures.findIndex((picture) => picture.id === overId);
  const moved = pictures[from];
  if (!moved || to < 0) return pictures;
  return pictures.toSpliced(from, 1).toSpliced(to, 0, moved);
}

export function addressesOf(pictures: readonly Picture[]): string[] {
  return pictures.flatMap(({ url }) => url ?? []);
}

/** Those that are neither stored nor given up. */
export function pendingOf(pictures: readonly Picture[]): Picture[] {
  return pictures.filter(({ status }) => status === 'uploading' || status === 'waiting');
}

export function failedOf(pictures: readonly Picture[]): Picture[] {
  return pictures.filter(({ status }) => status === 'failed');
}

/** All that is on its way as one share of 1, for the bar of the drop zone. */
export function totalProgress(pictures: readonly Picture[]): number {
  const pending = pendingOf(pictures);
  const sent = pending.reduce((sum, { progress }) => sum + progress, 0);
  return pending.length === 0 ? 1 : sent / pending.length;
}

/** What the drop zone says of the uploads; null when none is on its way. */
export function uploadsInWords(pictures: readonly Picture[]): string | null {
  const pending = pendingOf(pictures);
  const images = pending.length === 1 ? '1 image' : `${pending.length} images`;
  if (pending.length === 0) return null;
  return pending.some(({ status }) => status === 'uploading')
    ? `Uploading ${images}...`
    : `${images} waiting for the connection`;
}
