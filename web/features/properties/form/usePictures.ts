import { useCallback, useEffect, useRef, useState } from 'react';
import { imageMessages, MAX_IMAGE_BYTES, MAX_LISTING_IMAGES } from '#shared/limits.ts';
import { ApiFailure, NetworkFailure, newClientId } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';
import { type DrawnPicture, type PictureFacts, PictureFailure, type Turn } from '#web/lib/pictures/drawPicture.ts';
import {
  createPicturePreparer,
  MAX_SENT_SIDE,
  type PreparePicture,
  refusalOf,
} from '#web/lib/pictures/preparePictures.ts';
import { uploadPicture } from '#web/lib/uploadPicture.ts';
import type { FormContent } from './formValues.ts';
import {
  addUrl,
  changePicture,
  giveUpPicture,
  isTurnable,
  movePicture,
  newPicture,
  type Picture,
  pendingOf,
  readImageUrl,
  sortFiles,
  storedPicture,
  tooManyImages,
  turnPicture,
} from './pictures.ts';

export type PictureShelf = ReturnType<typeof usePictures>;

type StoredPictures = Pick<FormContent, 'images' | 'descriptions'>;

const picturesOf = ({ images, descriptions }: StoredPictures): readonly Picture[] =>
  images.map((url, at) => storedPicture(url, descriptions[at]));

/** A listing's pictures while they are chosen, uploaded and put in order. Ends all uploads when its form closes. */
export function usePictures(initial: StoredPictures) {
  const [pictures, setPictures] = useState(() => picturesOf(initial));
  const [refusals, setRefusals] = useState<string[]>([]);
  const files = useRef(new Map<string, File>());
  const previews = useRef(new Set<string>());

  const hear = useCallback((id: string, news: UploadNews) => {
    if (news.status === 'refused') {
      setRefusals((before) => [...before, news.problem]);
      setPictures((before) => giveUpPicture(before, id));
      return;
    }
    const { drawn, ...change } = { drawn: undefined, ...news };
    const shown = drawn && { preview: URL.createObjectURL(drawn.preview), facts: drawn.facts };
    if (shown) previews.current.add(shown.preview);
    setPictures((before) => changePicture(before, id, { problem: null, ...change, ...shown }));
  }, []);

  const [prepare] = useState(createPicturePreparer);
  const [uploader] = useState(() => createPictureUploader({ prepare, send: uploadPicture, onNews: hear }));
  const noteFacts = useCallback(
    (id: string, facts: PictureFacts) => setPictures((before) => changePicture(before, id, { facts })),
    [],
  );
  useStoredFacts(pictures, prepare, noteFacts);

  useEffect(() => {
    const urls = previews.current;
    const resume = () => uploader.resume();
    window.addEventListener('online', resume);
    return () => {
      window.removeEventListener('online', resume);
      uploader.cancelAll();
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, [uploader]);

  const addFiles = (chosen: readonly File[]) => {
    const sorted = sortFiles(chosen, MAX_LISTING_IMAGES - pictures.length);
    const added = sorted.accepted.map((file) => {
      const picture = newPicture(newClientId(), file.name);
      files.current.set(picture.id, file);
      return { file, picture };
    });
    setRefusals(sorted.refusals);
    setPictures((before) => [...before, ...added.map(({ picture }) => picture)]);
    for (const { file, picture } of added) uploader.add(picture.id, fromFile(file));
  };

  // An 'Undo' rotates the picture as it is by then.
  const latest = useRef(pictures);
  useEffect(() => {
    latest.current = pictures;
  });
  const turn = (id: string, by: Turn) => {
    const next = turnPicture(latest.current, id, by);
    const picture = next.find((each) => each.id === id);
    if (!picture || !isTurnable(picture)) return;
    // The upload on its way has the former picture.
    uploader.cancel(id);
    setPictures(next);
    if (picture.status === 'stored') return;
    const file = files.current.get(id);
    const source = file ? fromFile(file) : fromServer(picture.versions[0]?.url ?? '');
    uploader.add(id, source, picture.turn);
  };

  /** @returns the sentence why it cannot be added, or null. */
  const addAddress = (text: string) => {
    const read = readImageUrl(text);
    if ('problem' in read) return read.problem;
    const next = addUrl(pictures, read.url);
    if (next.length > MAX_LISTING_IMAGES) return tooManyImages(1);
    setPictures(next);
    return null;
  };

  return {
    pictures,
    refusals,
    dismissRefusals: () => setRefusals([]),
    addFiles,
    addAddress,
    remove(id: string) {
      uploader.cancel(id);
      files.current.delete(id);
      setPictures((before) => before.filter((picture) => picture.id !== id));
    },
    move: (id: string, overId: string) => setPictures((before) => movePicture(before, id, overId)),
    describe: (id: string, description: string) =>
      setPictures((before) => changePicture(before, id, { description })),
    /** By quarter turns to the right. */
    turn,
    retry: (id: string) => uploader.retry(id),
    /** Releases all pictures and begins with these addresses. */
    reset(stored: StoredPictures) {
      uploader.cancelAll();
      setRefusals([]);
      setPictures(picturesOf(stored));
    },
  };
}

/** Pictures are measured as the server shows them in this width: enough to compare pictures by. */
const MEASURED_WIDTH = 1_280;

/** Measures the stored pictures one by one, once a new one is there: only then a cover is suggested, from all of them. */
function useStoredFacts(
  pictures: readonly Picture[],
  prepare: PreparePicture,
  onMeasured: (id: string, facts: PictureFacts) => void,
) {
  const tried = useRef(new Set<string>());
  const isAsked = pictures.some(({ name }) => name !== null) && pendingOf(pictures).length === 0;
  const next = pictures.find(
    ({ id, facts, url }) => facts === null && url?.startsWith('/media/') && !tried.current.has(id),
  );
  const [id, url] = isAsked && next ? [next.id, next.url] : [null, null];

  useEffect(() => {
    if (id === null || url === null) return;
    const ending = new AbortController();
    const { signal } = ending;
    (async () => {
      const file = await fromServer(`${url}?w=${MEASURED_WIDTH}`).open(signal);
      const { facts } = await prepare(file, { turn: 0, ...SENT }, signal);
      tried.current.add(id);
      onMeasured(id, facts);
    })().catch(() => {
      // Without it there is nothing to compare; no harm is done.
      if (!signal.aborted) tried.current.add(id);
    });
    return () => ending.abort();
  }, [id, url, prepare, onMeasured]);
}

interface PictureSource {
  name: string;
  open(signal: AbortSignal): Promise<Blob>;
}

const fromFile = (file: File): PictureSource => ({ name: file.name, open: async () => file });

const fromServer = (address: string): PictureSource => ({
  name: 'image',
  async open(signal) {
    const answer = await fetch(address, { signal }).catch((error: unknown) => {
      throw signal.aborted ? error : new NetworkFailure();
    });
    if (!answer.ok) throw new Error(`${answer.status}`);
    return answer.blob();
  },
});

export type UploadNews =
  | { status: 'preparing' }
  /** At first with the picture drawn from the file. */
  | { status: 'uploading'; progress: number; drawn?: DrawnPicture }
  /** No connection, or the server is busy: it is tried again by itself. */
  | { status: 'waiting' }
  | { status: 'failed'; problem: string }
  /** This file will never do. */
  | { status: 'refused'; problem: string }
  | { status: 'stored'; url: string };

interface UploaderPlan {
  prepare: PreparePicture;
  send(
    picture: Blob,
    options: { name: string; onProgress(share: number): void; signal: AbortSignal },
  ): Promise<string>;
  onNews(id: string, news: UploadNews): void;
}

interface Job {
  source: PictureSource;
  turn: Turn;
  /** Prepared once, sent as often as needed. */
  drawn?: DrawnPicture;
  tries: number;
  state: 'queued' | 'running' | 'waiting' | 'failed';
  abort: AbortController;
  timer?: ReturnType<typeof setTimeout> | undefined;
}

/** The server takes ten of one person at once. */
const MAX_RUNNING = 3;
const SENT = { maxSide: MAX_SENT_SIDE, maxBytes: MAX_IMAGE_BYTES };
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;
const REFUSALS = new Set([400, 413, 415, 422]);
const BUSY = new Set([408, 429, 502, 503, 504]);

/** Uploads pictures a few at a time, each until it is stored, refused or cancelled. */
export function createPictureUploader({ prepare, send, onNews }: UploaderPlan) {
  const jobs = new Map<string, Job>();

  function startNext(): void {
    const running = [...jobs.values()].filter(({ state }) => state === 'running').length;
    const queued = [...jobs].filter(([, { state }]) => state === 'queued');
    for (const [id, job] of queued.slice(0, Math.max(0, MAX_RUNNING - running))) void run(id, job);
  }

  async function run(id: string, job: Job): Promise<void> {
    const { signal } = job.abort;
    const tell = (news: UploadNews) => {
      if (!signal.aborted) onNews(id, news);
    };
    job.state = 'running';
    let size = 0;
    try {
      if (job.drawn) tell({ status: 'uploading', progress: 0 });
      else {
        tell({ status: 'preparing' });
        const file = await job.source.open(signal);
        size = file.size;
        job.drawn = await prepare(file, { turn: job.turn, ...SENT }, signal);
        tell({ status: 'uploading', progress: 0, drawn: job.drawn });
      }
      signal.throwIfAborted();
      const onProgress = (progress: number) => tell({ status: 'uploading', progress });
      const { name } = job.source;
      const url = await send(job.drawn.picture, { name, onProgress, signal });
      jobs.delete(id);
      tell({ status: 'stored', url });
    } catch (error) {
      if (!signal.aborted) tell(settle(id, job, error, size));
    }
    startNext();
  }

  function settle(id: string, job: Job, error: unknown, size: number): UploadNews {
    const problem = refusalIn(error, job.source.name, size);
    if (problem) {
      jobs.delete(id);
      return { status: 'refused', problem };
    }
    if (!isPassing(error)) {
      job.state = 'failed';
      const unopened = t('This image could not be opened. Please try again.');
      const unsent = t('This image could not be uploaded. Please try again.');
      return { status: 'failed', problem: error instanceof PictureFailure ? unopened : unsent };
    }
    job.state = 'waiting';
    job.timer = setTimeout(enqueue, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** job.tries), job);
    job.tries += 1;
    return { status: 'waiting' };
  }

  function enqueue(job: Job): void {
    clearTimeout(job.timer);
    job.state = 'queued';
    startNext();
  }

  function cancel(id: string): void {
    const job = jobs.get(id);
    if (!job) return;
    jobs.delete(id);
    clearTimeout(job.timer);
    job.abort.abort();
    startNext();
  }

  return {
    add(id: string, source: PictureSource, turn: Turn = 0) {
      jobs.set(id, { source, turn, tries: 0, state: 'queued', abort: new AbortController() });
      startNext();
    },
    retry(id: string) {
      const job = jobs.get(id);
      if (job?.state === 'waiting' || job?.state === 'failed') enqueue(job);
    },
    /** All that wait, at once: the connection is back. */
    resume() {
      for (const job of jobs.values()) if (job.state === 'waiting') enqueue(job);
    },
    cancel,
    cancelAll() {
      for (const id of [...jobs.keys()]) cancel(id);
    },
  };
}

/** @param size the file's size, read only where it could not be shrunk. */
function refusalIn(error: unknown, name: string, size: number): string | null {
  if (error instanceof PictureFailure && error.fault !== 'later') {
    const isTooLarge = error.fault === 'unreadable' && size > MAX_IMAGE_BYTES;
    return isTooLarge ? t(imageMessages.tooLarge(name)) : refusalOf(error, name);
  }
  return error instanceof ApiFailure && REFUSALS.has(error.status) ? error.message : null;
}

const isPassing = (error: unknown): boolean =>
  error instanceof NetworkFailure || (error instanceof ApiFailure && BUSY.has(error.status));
