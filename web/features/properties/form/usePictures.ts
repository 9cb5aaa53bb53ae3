import { useCallback, useEffect, useRef, useState } from 'react';
import { imageMessages, MAX_LISTING_IMAGES } from '#shared/limits.ts';
import { ApiFailure, NetworkFailure } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';
import { newClientId } from '#web/lib/newClientId.ts';
import { uploadPicture } from '#web/lib/uploadPicture.ts';
import {
  addUrl,
  changePicture,
  movePicture,
  newPicture,
  type Picture,
  readImageUrl,
  shrinkPicture,
  sortFiles,
  storedPicture,
  tooManyImages,
  UnreadablePicture,
} from './pictures.ts';

export type PictureShelf = ReturnType<typeof usePictures>;

/** A listing's pictures while they are chosen, uploaded and put in order. Ends all uploads when its form closes. */
export function usePictures(initial: readonly string[]) {
  const [pictures, setPictures] = useState<readonly Picture[]>(() => initial.map(storedPicture));
  const [refusals, setRefusals] = useState<string[]>([]);
  const previews = useRef(new Map<string, string>());

  const drop = useCallback((id: string) => {
    const preview = previews.current.get(id);
    if (preview) URL.revokeObjectURL(preview);
    previews.current.delete(id);
    setPictures((before) => before.filter((picture) => picture.id !== id));
  }, []);

  const hear = useCallback(
    (id: string, news: UploadNews) => {
      if (news.status === 'refused') {
        setRefusals((before) => [...before, news.problem]);
        drop(id);
      } else setPictures((before) => changePicture(before, id, { problem: null, ...news }));
    },
    [drop],
  );

  const [uploader] = useState(() =>
    createPictureUploader({ prepare: shrinkPicture, send: uploadPicture, onNews: hear }),
  );

  useEffect(() => {
    const urls = previews.current;
    const resume = () => uploader.resume();
    window.addEventListener('online', resume);
    return () => {
      window.removeEventListener('online', resume);
      uploader.cancelAll();
      for (const url of urls.values()) URL.revokeObjectURL(url);
    };
  }, [uploader]);

  const addFiles = (files: readonly File[]) => {
    const sorted = sortFiles(files, MAX_LISTING_IMAGES - pictures.length);
    const added = sorted.accepted.map((file) => {
      const id = newClientId();
      const preview = URL.createObjectURL(file);
      previews.current.set(id, preview);
      return { file, picture: newPicture(id, file.name, preview) };
    });
    setRefusals(sorted.refusals);
    setPictures((before) => [...before, ...added.map(({ picture }) => picture)]);
    for (const { file, picture } of added) uploader.add(picture.id, file);
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
    /** Why files were not taken. */
    refusals,
    dismissRefusals: () => setRefusals([]),
    addFiles,
    addAddress,
    remove(id: string) {
      uploader.cancel(id);
      drop(id);
    },
    move: (id: string, overId: string) => setPictures((before) => movePicture(before, id, overId)),
    retry: (id: string) => uploader.retry(id),
    /** Lets go of all and begins with these addresses. */
    reset(images: readonly string[]) {
      uploader.cancelAll();
      setRefusals([]);
      setPictures(images.map(storedPicture));
    },
  };
}

export type UploadNews =
  | { status: 'uploading'; progress: number }
  /** No connection, or the server is busy: it is tried again by itself. */
  | { status: 'waiting' }
  | { status: 'failed'; problem: string }
  /** This file will never do. */
  | { status: 'refused'; problem: string }
  | { status: 'stored'; url: string };

interface UploaderPlan {
  /** Makes it ready to be sent. @throws {UnreadablePicture} */
  prepare(file: File): Promise<Blob>;
  send(
    picture: Blob,
    options: { name: string; onProgress(share: number): void; signal: AbortSignal },
  ): Promise<string>;
  onNews(id: string, news: UploadNews): void;
}

interface Job {
  file: File;
  /** Made ready once, sent as often as it takes. */
  prepared?: Blob;
  tries: number;
  state: 'queued' | 'running' | 'waiting' | 'failed';
  abort: AbortController;
  timer?: ReturnType<typeof setTimeout> | undefined;
}

/** Opening a photo takes some 50 MB; and the server takes ten of one person at once. */
const MAX_RUNNING = 3;
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
    tell({ status: 'uploading', progress: 0 });
    try {
      job.prepared ??= await prepare(job.file);
      signal.throwIfAborted();
      const onProgress = (progress: number) => tell({ status: 'uploading', progress });
      const url = await send(job.prepared, { name: job.file.name, onProgress, signal });
      jobs.delete(id);
      tell({ status: 'stored', url });
    } catch (error) {
      if (!signal.aborted) tell(settle(id, job, error));
    }
    startNext();
  }

  function settle(id: string, job: Job, error: unknown): UploadNews {
    const problem = refusalIn(error, job.file.name);
    if (problem) {
      jobs.delete(id);
      return { status: 'refused', problem };
    }
    if (!isPassing(error)) {
      job.state = 'failed';
      return { status: 'failed', problem: t('This image could not be uploaded. Please try again.') };
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
    add(id: string, file: File) {
      jobs.set(id, { file, tries: 0, state: 'queued', abort: new AbortController() });
      startNext();
    },
    /** One that failed or waits, at once. */
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

function refusalIn(error: unknown, name: string): string | null {
  if (error instanceof UnreadablePicture) return t(imageMessages.unreadable(name));
  return error instanceof ApiFailure && REFUSALS.has(error.status) ? error.message : null;
}

function isPassing(error: unknown): boolean {
  return error instanceof NetworkFailure || (error instanceof ApiFailure && BUSY.has(error.status));
}
