import type { Attachment, UploadedAttachment } from '#shared/contracts/attachments.ts';
import { attachmentMessages, MAX_ATTACHMENT_BYTES, MAX_ATTACHMENTS } from '#shared/limits.ts';
import { newClientId } from '#web/lib/apiClient.ts';
import { pathOf } from '#web/lib/calls.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { PictureFailure } from '#web/lib/pictures/drawPicture.ts';
import {
  createPicturePreparer,
  MAX_CHOSEN_BYTES,
  MAX_SENT_SIDE,
  mayBePicture,
  type PreparePicture,
  refusalOf as pictureRefusalOf,
} from '#web/lib/pictures/preparePictures.ts';
import { createStore, useStore } from '#web/lib/store.ts';
import { uploadFile } from '#web/lib/uploadPicture.ts';
import { scoped } from '#web/platform/scope.ts';
import { forgetWithSession, readStoredSession } from '#web/platform/sessionStorage.ts';
import { showToast } from '#web/ui/dialogs/showToast.ts';

/** A file that goes with what is being written. */
export interface AttachedFile {
  key: string;
  name: string;
  status: 'uploading' | 'stored' | 'failed';
  /** The sent share, from 0 to 1. */
  progress: number;
  /** Why it cannot be sent, for people. */
  problem: string | null;
  /** As the server knows it. */
  stored: UploadedAttachment | null;
}

type FilesByDraft = Readonly<Record<string, readonly AttachedFile[]>>;

/** One account's, by the keys of its drafts. */
interface OwnedFiles {
  userId: number | null;
  files: FilesByDraft;
}

const nothing: OwnedFiles = { userId: null, files: {} };

/** Uploaded files come back after a reload, as the drafts do. */
const store = createStore<OwnedFiles>(nothing, {
  area: 'sessionStorage',
  key: 'silong_attached',
  read: (kept) => ({ ...nothing, ...(kept as Partial<OwnedFiles> | undefined) }),
  write: uploadedOnes,
});

function uploadedOnes({ userId, files }: OwnedFiles): OwnedFiles {
  const uploaded = Object.entries(files).map(
    ([draftKey, list]) => [draftKey, list.filter(({ status }) => status === 'stored')] as const,
  );
  return { userId, files: Object.fromEntries(uploaded.filter(([, list]) => list.length > 0)) };
}

const ownerId = () => readStoredSession()?.user.id ?? null;
const none: FilesByDraft = {};
const noFiles: readonly AttachedFile[] = [];
const ownOf = ({ userId, files }: OwnedFiles): FilesByDraft => (userId === ownerId() ? files : none);

function writeFiles(draftKey: string, files: readonly AttachedFile[]): void {
  const { [draftKey]: _before, ...others } = ownOf(store.get());
  store.set({ userId: ownerId(), files: files.length > 0 ? { ...others, [draftKey]: files } : others });
}

function changeFile(key: string, change: Partial<AttachedFile>): void {
  const files = ownOf(store.get());
  for (const [draftKey, list] of Object.entries(files))
    if (list.some((file) => file.key === key))
      writeFiles(
        draftKey,
        list.map((file) => (file.key === key ? { ...file, ...change } : file)),
      );
}

export const attachedFiles = (draftKey: string): readonly AttachedFile[] =>
  ownOf(store.get())[draftKey] ?? noFiles;
export const useAttachedFiles = (draftKey: string): readonly AttachedFile[] =>
  useStore(store, (all) => ownOf(all)[draftKey] ?? noFiles);

export const filesInWords = (count: number): string =>
  t('{count, plural, one {# file} other {# files}}', { count });

/** Whether all files of a draft can be sent. */
export const areReady = (files: readonly AttachedFile[]): boolean =>
  files.every(({ status }) => status === 'stored');

interface Upload {
  file: File;
  abort: AbortController;
  /** The address of its picture, for this page. */
  preview: string | null;
}

/** This page's own uploads, by the keys of their files. */
const uploads = scoped(() => new Map<string, Upload>());
const preparer = scoped<{ prepare: PreparePicture | null }>(() => ({ prepare: null }));

export const previewOf = (key: string): string | null => uploads().get(key)?.preview ?? null;

const isPdf = ({ name, type }: File) => type === 'application/pdf' || (type === '' && /\.pdf$/i.test(name));
const isPicture = (file: File) => mayBePicture(file) && file.type !== 'image/svg+xml';

function refusalOf(file: File): string | null {
  if (!isPdf(file) && !isPicture(file)) return t(attachmentMessages.otherKind(file.name));
  // Pictures are shrunk before the size is checked again.
  const most = isPdf(file) ? MAX_ATTACHMENT_BYTES : MAX_CHOSEN_BYTES;
  return file.size > most ? t(attachmentMessages.tooLarge(file.name)) : null;
}

/** Adds chosen, pasted or dropped files to a draft, and uploads them. */
export function attachFiles(draftKey: string, chosen: readonly File[]): void {
  const before = attachedFiles(draftKey);
  const taken = chosen.slice(0, Math.max(0, MAX_ATTACHMENTS - before.length));
  if (taken.length < chosen.length)
    showToast(t('You can attach at most {maximum} files', { maximum: MAX_ATTACHMENTS }), 'error');
  const added = taken.map((file) => {
    const problem = refusalOf(file);
    const key = newClientId();
    if (!problem) uploads().set(key, { file, abort: new AbortController(), preview: null });
    return {
      ...{ key, name: file.name, problem, progress: 0, stored: null },
      status: problem ? ('failed' as const) : ('uploading' as const),
    };
  });
  writeFiles(draftKey, [...before, ...added]);
  for (const { key } of added) void upload(key);
}

async function upload(key: string): Promise<void> {
  const own = uploads().get(key);
  if (!own) return;
  const { file, abort } = own;
  const { signal } = abort;
  try {
    const sent = isPdf(file) ? file : await shrink(key, own);
    const onProgress = (share: number) => changeFile(key, { progress: Math.floor(share * 20) / 20 });
    const stored = await uploadFile('attachments.create', sent, { name: file.name, onProgress, signal });
    changeFile(key, { status: 'stored', progress: 1, name: stored.name, stored });
  } catch (error) {
    if (signal.aborted) return;
    changeFile(key, { status: 'failed', problem: problemOf(error, file.name) });
  }
}

function problemOf(error: unknown, name: string): string {
  const isPicture = error instanceof PictureFailure;
  if (isPicture && error.fault === 'tooLarge') return t(attachmentMessages.tooLarge(name));
  const refusal = isPicture ? pictureRefusalOf(error, name) : null;
  return refusal ?? failureSentence(error, t('The file could not be uploaded. Please try again.'));
}

async function shrink(key: string, own: Upload): Promise<Blob> {
  const tools = preparer();
  tools.prepare ??= createPicturePreparer();
  const job = { turn: 0, maxSide: MAX_SENT_SIDE, maxBytes: MAX_ATTACHMENT_BYTES } as const;
  const { picture, preview } = await tools.prepare(own.file, job, own.abort.signal);
  uploads().set(key, { ...own, preview: URL.createObjectURL(preview) });
  return picture;
}

export const canRetry = (key: string): boolean => uploads().has(key);

export function retryFile(key: string): void {
  changeFile(key, { status: 'uploading', progress: 0, problem: null });
  void upload(key);
}

function forget(key: string): void {
  const own = uploads().get(key);
  own?.abort.abort();
  if (own?.preview) URL.revokeObjectURL(own.preview);
  uploads().delete(key);
}

export function removeFile(draftKey: string, key: string): void {
  forget(key);
  writeFiles(
    draftKey,
    attachedFiles(draftKey).filter((file) => file.key !== key),
  );
}

const toAttachment = (file: UploadedAttachment): Attachment => ({
  ...file,
  url: pathOf('attachments.get', { params: { id: file.id } }),
});

/** Takes a draft's uploaded files out of it: they are being sent. */
export function takeFiles(draftKey: string): Attachment[] {
  const files = attachedFiles(draftKey);
  for (const { key } of files) forget(key);
  writeFiles(draftKey, []);
  return files.flatMap(({ stored }) => (stored ? toAttachment(stored) : []));
}

/** They were not sent: they are back where they were attached. */
export function putFilesBack(draftKey: string, attachments: readonly Attachment[]): void {
  if (attachments.length === 0) return;
  const back = attachments.map(({ url: _url, ...stored }) => ({
    ...{ key: newClientId(), name: stored.name, problem: null, progress: 1, stored },
    status: 'stored' as const,
  }));
  writeFiles(draftKey, [...back, ...attachedFiles(draftKey)].slice(0, MAX_ATTACHMENTS));
}

/** The draft has another key now. */
export function moveFiles(from: string, to: string): void {
  const moved = attachedFiles(from);
  if (moved.length === 0) return;
  writeFiles(from, []);
  writeFiles(to, [...attachedFiles(to), ...moved]);
}

// The session's end stops what was on its way; uploaded files wait for their owner.
forgetWithSession(() => {
  for (const key of [...uploads().keys()]) forget(key);
  store.set(uploadedOnes(store.get()));
});
