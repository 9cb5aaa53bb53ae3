import type { ErrorBody, SuccessBody } from '#shared/contracts/common.ts';
import { readToken } from '#web/platform/sessionStorage.ts';
import { ApiFailure, callApi, NetworkFailure } from './apiClient.ts';
import { type AnswerOf, addressOf, methodOf } from './calls.ts';
import { t } from './i18n.tsx';

interface UploadOptions {
  /** File name, which the server's error sentences use. */
  name?: string;
  /** Sent share, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** A server takes some seconds for a large picture; a connection that died silently would never end. */
const STALLED_AFTER_MS = 60_000;

type UploadCall = 'uploads.create' | 'attachments.create';

/** @returns the address, '/media/…'. @throws as `uploadFile`. */
export const uploadPicture = async (picture: Blob, options?: UploadOptions): Promise<string> =>
  (await uploadFile('uploads.create', picture, options)).url;

/** @throws {ApiFailure | NetworkFailure}, or 'AbortError' by `signal` */
export function uploadFile<Name extends UploadCall>(
  call: Name,
  file: Blob,
  { name = 'picture', onProgress, signal }: UploadOptions = {},
): Promise<AnswerOf<Name>> {
  return new Promise((resolve, reject) => {
    // fetch reports no upload progress.
    const request = new XMLHttpRequest();
    const token = readToken();
    request.open(methodOf(call), addressOf(call));
    request.responseType = 'json';
    request.setRequestHeader('Accept', 'application/json');
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    let stalled: ReturnType<typeof setTimeout>;
    const watch = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => {
        reject(new NetworkFailure());
        request.abort();
      }, STALLED_AFTER_MS);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      watch();
      onProgress?.(total > 0 ? loaded / total : 0);
    };
    request.onloadend = () => clearTimeout(stalled);
    request.onload = () => {
      const answer = request.response as SuccessBody<AnswerOf<Name>> | ErrorBody | null;
      if (answer?.success) resolve(answer.data);
      else reject(toFailure(call, request.status, answer));
    };
    request.onerror = () => reject(new NetworkFailure());
    request.onabort = () => reject(new DOMException('the upload was ended', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });

    const form = new FormData();
    form.append('file', file, name);
    watch();
    request.send(form);
  });
}

function toFailure(call: UploadCall, status: number, answer: ErrorBody | null): ApiFailure {
  // This call is rejected too, which ends the session.
  if (status === 401) callApi('auth.profile').catch(() => undefined);
  const failed =
    call === 'uploads.create'
      ? t('The image could not be uploaded. Please try again.')
      : t('The file could not be uploaded. Please try again.');
  return new ApiFailure(status, answer?.code ?? 'bad_answer', answer?.error ?? failed, answer?.issues ?? []);
}
