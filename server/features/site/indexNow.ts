import type { ServerContext } from '#server/features/context.ts';
import { readStanding } from '#server/features/properties/reads/similar.ts';
import { PermanentFailure } from '#server/jobs/queue.ts';
import { languageCodes, SaidError } from '#server/languages.ts';
import { OutsidePictureError } from '#server/media/outside.ts';
import { localizedPath } from '#shared/languages.ts';
import { msg } from '#shared/messages.ts';

/** The protocol's own limit. */
const MOST_ADDRESSES = 10_000;
/** The search engine is told once an hour at the latest; then it finds out by itself. */
const RETRY_SECONDS = [30, 300, 3_600];

/**
 * Tells search engines that follow indexnow.org which pages of listings are new, different or gone: one request for all
 * that were changed in one go. Nothing is sent without a key of the environment.
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
        // The latest of all, deleted, is unknown to whoever asks for its page; here it is known by its change.
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

/** One that is still to be looked at was never a page. */
const wasPublic = (row: { moderation_status: string } | null) =>
  row === null || row.moderation_status === 'active' || row.moderation_status === 'inactive';
