import type { ErrorBody } from '#shared/contracts/common.ts';
import { readToken } from '#web/platform/sessionStorage.ts';
import { ApiFailure, NetworkFailure, withIdentityChecks } from './apiClient.ts';
import { type AnyInput, addressOf, type CallName, type InputArgument } from './calls.ts';
import { answerChallenge } from './challenge.ts';
import { t } from './i18n.tsx';

/** Downloads the file that a call answers, under the server's name. @throws {ApiFailure} @throws {NetworkFailure} */
export async function downloadFile<Name extends CallName>(
  name: Name,
  ...input: InputArgument<Name>
): Promise<void> {
  const address = addressOf(name, input[0] as AnyInput | undefined);
  const response = await withIdentityChecks(() => fetchFile(address));
  const [path = ''] = address.split('?');
  saveBlob(await response.blob(), nameOf(response) ?? path.split('/').at(-1) ?? 'download');
}

/** The bytes of such a file, for the page. @throws as `downloadFile`. */
export async function readFile<Name extends CallName>(name: Name, ...input: InputArgument<Name>): Promise<Blob> {
  const address = addressOf(name, input[0] as AnyInput | undefined);
  return (await withIdentityChecks(() => fetchFile(address))).blob();
}

async function fetchFile(address: string): Promise<Response> {
  const token = readToken();
  const own: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
  const response = await answerChallenge((headers) => fetch(address, { headers: { ...own, ...headers } })).catch(
    () => {
      throw new NetworkFailure();
    },
  );
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
