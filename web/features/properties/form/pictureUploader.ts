import { imageMessages } from '#shared/limits.ts';
import { ApiFailure, NetworkFailure } from '#web/lib/apiClient.ts';
import { UnreadablePicture } from './shrinkPicture.ts';

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

export interface PictureUploader {
  add(id: string, file: File): void;
  /** One that failed or waits, at once. */
  retry(id: string): void;
  /** All that wait, at once: the connection is back. */
  resume(): void;
  cancel(id: string): void;
  cancelAll(): void;
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
const FAILED = 'This image could not be uploaded. Please try again.';
const REFUSALS = new Set([400, 413, 415, 422]);
const BUSY = new Set([429, 502, 503, 504]);

/** Uploads pictures a few at a time, each until it is stored, refused or cancelled. */
export function createPictureUploader({ prepare, send, onNews }: UploaderPlan): PictureUploader {
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
      return { status: 'failed', problem: FAILED };
    }
    job.state = 'waiting';
    job.timer = setTimeout(() => enqueue(job), waitMs(job.tries));
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
    add(id, file) {
      jobs.set(id, { file, tries: 0, state: 'queued', abort: new AbortController() });
      startNext();
    },
    retry(id) {
      const job = jobs.get(id);
      if (job?.state === 'waiting' || job?.state === 'failed') enqueue(job);
    },
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
  if (error instanceof UnreadablePicture) return imageMessages.unreadable(name);
  return error instanceof ApiFailure && REFUSALS.has(error.status) ? error.message : null;
}

function isPassing(error: unknown): boolean {
  return error instanceof NetworkFailure || (error instanceof ApiFailure && BUSY.has(error.status));
}

function waitMs(tries: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries);
}
