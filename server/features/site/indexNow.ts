import type { ServerContext } from '#server/features/context.ts';
import { readStanding } from '#server/features/properties/reads/similar.ts';
import { PermanentFailure } from '#server/jobs/queue.ts';
import { languageCodes, SaidError } from '#server/languages.ts';
import { OutsidePictureError } from '#server/media/outside.ts';
import { localizedPath } from '#shared/languages.ts';
import { msg } from '#shared/messages.ts';

/** The protocol's own limit. */
const MOST_ADDRESSES = 10_000;
/** Pings are sent within an hour; later a search engine finds the change by itself. */
const RETRY_SECONDS = [30, 300, 3_600];

/**
 * Pings search engines that follow indexnow.org with the new, changed and removed pages of listings: one request for
 * all that changed together. Nothing is sent without INDEXNOW_KEY.
 */
export function handleIndexNow(context: ServerContext): void {
  const { db, env, jobs, outside } = context;
  jobs.handle('indexNow', {
    atOnce: 1,
    retrySeconds: RETRY_SECONDS,
    async run({ propertyIds }, given) {
      if (!env.indexNow) return;
      const { key, url } = env.indexNow;
      const pages: number[] = [];
      for (const id of propertyIds) {
        const standing = await readStanding(db, id);
        // A deleted latest listing is 404 for readers; here its change is known.
        if (standing.is !== 'gone' || wasPublic(standing.row)) pages.push(id);
      }
      const urlList = pages
        .flatMap((id) =>
          languageCodes.map((code) => env.publicUrl + localizedPath(code, `/properties/${id}`)),
        )
        .slice(0, MOST_ADDRESSES);
      if (urlList.length === 0) return;
      const body = Buffer.from(
        JSON.stringify({
          host: new URL(env.publicUrl).host,
          key,
          keyLocation: `${env.publicUrl}/${key}.txt`,
          urlList,
        }),
      );
      const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length };
      const signal = AbortSignal.any([AbortSignal.timeout(outside.wholeMs), given]);
      const answer = await outside
        .open(new URL(url), { method: 'POST', headers, body }, signal)
        .catch((error: unknown) => {
          throw error instanceof OutsidePictureError && !error.isTemporary
            ? new PermanentFailure(error.sentence)
            : error;
        });
      answer.destroy();
      const status = answer.statusCode ?? 0;
      if (status >= 200 && status < 300) return;
      const failure = msg('The search engine answered with status {status}', { status });
      throw status === 429 || status >= 500 ? new SaidError(failure) : new PermanentFailure(failure);
    },
  });
}

/** A listing that is still unreviewed never had a page. */
const wasPublic = (row: { moderation_status: string } | null) =>
  row === null || row.moderation_status === 'active' || row.moderation_status === 'inactive';
