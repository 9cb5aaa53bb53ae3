import type { ErrorBody } from '#shared/contracts/common.ts';
import { readToken } from '#web/platform/sessionStorage.ts';
import { ApiFailure, NetworkFailure, toQueryString, withIdentityChecks } from './apiClient.ts';
import { answerChallenge } from './challenge.ts';
import { t } from './i18n.tsx';

/**
 * Fetches a file of the API and hands it to the browser as a download under the name the server gave it.
 * @throws {ApiFailure} @throws {NetworkFailure}
 */
export async function downloadFile(path: string, query: FileQuery = {}): Promise<void> {
  const response = await withIdentityChecks(() => fetchFile(path, query));
  saveBlob(await response.blob(), nameOf(response) ?? path.split('/').at(-1) ?? 'download');
}

type FileQuery = Record<string, string | number | boolean | null | undefined>;

async function fetchFile(path: string, query: FileQuery): Promise<Response> {
  const token = readToken();
  const own: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
  const response = await answerChallenge((headers) =>
    fetch(path + toQueryString(query), { headers: { ...own, ...headers } }),
  ).catch(() => {
    throw new NetworkFailure();
  });
  if (!response.ok) {
    const answer: Partial<ErrorBody> = await response.json().catch(() => ({}));
    throw new ApiFailure(
      response.status,
      answer.code ?? 'bad_answer',
      answer.error ?? t('The file could not be downloaded. Please try again.'),
      answer.issues ?? [],
    );
  }
  return response;
}

/** Hands bytes to the browser as a download. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after this turn; a minute is ample.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function nameOf(response: Response): string | undefined {
  return /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1];
}
