import type { ErrorBody, SuccessBody } from '#shared/contracts/common.ts';
import { readToken } from '#web/platform/sessionStorage.ts';
import { ApiFailure, callApi, NetworkFailure } from './apiClient.ts';
import { type AnswerOf, methodOf, pathOf } from './calls.ts';
import { t } from './i18n.tsx';

interface UploadOptions {
  /** File name, which the server's error sentences use. */
  name?: string;
  /** Sent share, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/** @returns the address, '/media/…'. @throws {ApiFailure | NetworkFailure}, or 'AbortError' by `signal` */
export function uploadPicture(
  picture: Blob,
  { name = 'picture', onProgress, signal }: UploadOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    // fetch reports no upload progress.
    const request = new XMLHttpRequest();
    const token = readToken();
    request.open(methodOf('uploads.create'), pathOf('uploads.create'));
    request.responseType = 'json';
    request.setRequestHeader('Accept', 'application/json');
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const answer = request.response as SuccessBody<AnswerOf<'uploads.create'>> | ErrorBody | null;
      if (answer?.success) resolve(answer.data.url);
      else reject(toFailure(request.status, answer));
    };
    request.onerror = () => reject(new NetworkFailure());
    request.onabort = () => reject(new DOMException('the upload was ended', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });

    const form = new FormData();
    form.append('file', picture, name);
    request.send(form);
  });
}

function toFailure(status: number, answer: ErrorBody | null): ApiFailure {
  // This call is rejected too, which ends the session.
  if (status === 401) callApi('auth.profile').catch(() => undefined);
  const sentence = answer?.error ?? t('The image could not be uploaded. Please try again.');
  return new ApiFailure(status, answer?.code ?? 'bad_answer', sentence, answer?.issues ?? []);
}
