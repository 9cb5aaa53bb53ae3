import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from 'koa';
import { readServerSecret } from '#server/db/serverSecret.ts';
import { lockUser } from '#server/features/auth/writes/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { RequestState } from '#server/http/request.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { languageOfRequest, translator } from '#server/languages.ts';
import { type Message, msg } from '#shared/messages.ts';
import { escapeHtml } from '#shared/writtenText.ts';
import { storeKeys } from './matching.ts';
import { dropPending } from './service.ts';

/**
 * One click in a mail ends the mails of its search, without signing in (RFC 8058). The signature is valid for that
 * search only. Only POST changes anything: mail scanners open links with GET.
 */

export const readUnsubscribeSecret = ({ db }: Pick<ServerContext, 'db'>) =>
  readServerSecret(db, 'unsubscribe');

const sign = (secret: string, searchId: number) =>
  createHmac('sha256', secret).update(`saved search ${searchId}`).digest('base64url');

export const unsubscribeUrl = (
  { env }: Pick<ServerContext, 'env'>,
  secret: string,
  searchId: number,
): string =>
  `${env.publicUrl}/api/saved-searches/${searchId}/unsubscribe?signature=${sign(secret, searchId)}`;

export function registerUnsubscribeRoutes({ pages }: ApiRoutes, context: ServerContext): void {
  const path = '/api/saved-searches/:id/unsubscribe';
  const isSigned = async (id: string | undefined, signature: unknown) => {
    if (!id || !/^[1-9]\d{0,9}$/.test(id) || typeof signature !== 'string') return false;
    const expected = Buffer.from(sign(await readUnsubscribeSecret(context), Number(id)));
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  pages.get(path, async (ctx) => {
    const search = (await isSigned(ctx.params.id, ctx.query.signature))
      ? await context.db.models.SavedSearch.findByPk(Number(ctx.params.id))
      : null;
    show(ctx, search ? (search.frequency === 'off' ? stopped(search) : question(search)) : unknown);
  });
  pages.post(path, async (ctx) => {
    const search = (await isSigned(ctx.params.id, ctx.query.signature))
      ? await turnOff(context, Number(ctx.params.id))
      : null;
    show(ctx, search ? stopped(search) : unknown);
  });

  function show(ctx: Context & { state: RequestState }, page: Page): void {
    ctx.state.styleSource = STYLE_SOURCE;
    ctx.status = page.status;
    ctx.type = 'html';
    ctx.set('Cache-Control', 'no-store');
    // The address is a key to this switch: not for search engines.
    ctx.set('X-Robots-Tag', 'noindex');
    ctx.vary('Accept-Language');
    const language = languageOfRequest(ctx.get('Accept-Language'));
    ctx.body = render(page, context.systemSettings.current().application.siteName, language);
  }
}

/** @returns null for a deleted search. */
function turnOff(context: ServerContext, searchId: number) {
  const { SavedSearch } = context.db.models;
  return context.db.transaction(async () => {
    const seen = await SavedSearch.findByPk(searchId);
    if (!seen) return null;
    await lockUser(context, seen.user_id);
    const search = await SavedSearch.findByPk(searchId);
    if (!search || search.frequency === 'off') return search;
    await dropPending(context, searchId);
    await search.update({ frequency: 'off' });
    await storeKeys(context, search);
    return search;
  });
}

interface Page {
  status: 200 | 404;
  heading: Message;
  text: Message;
  /** Label of the form's button. */
  button?: Message;
}

const question = ({ name }: { name: string }): Page => ({
  status: 200,
  heading: msg('Stop alerts for “{name}”?', { name }),
  text: msg(
    'You will no longer get emails and notifications about this saved search. We keep the search, and you can turn its alerts on again at any time.',
  ),
  button: msg('Stop alerts'),
});

const stopped = ({ name }: { name: string }): Page => ({
  status: 200,
  heading: msg('Alerts for “{name}” are off', { name }),
  text: msg(
    'You will no longer get emails and notifications about this saved search. You can turn them on again in Saved Searches.',
  ),
});

const unknown: Page = {
  status: 404,
  heading: msg('This link does not work'),
  text: msg('It is incomplete, or the saved search was deleted. You can turn alerts off in Saved Searches.'),
};

const STYLE = `:root{color-scheme:light dark}body{margin:0;padding:3rem 1.25rem;font:1rem/1.6 system-ui,sans-serif;background:#fbfaf7;color:#14201c}main{max-width:32rem;margin:0 auto}h1{font-size:1.5rem;line-height:1.3}button{font:inherit;font-weight:600;padding:.75rem 1.5rem;border:0;border-radius:.5rem;background:#0b6b4f;color:#fff;cursor:pointer}a{color:#0b6b4f}@media(prefers-color-scheme:dark){body{background:#101614;color:#f1f5f3}a{color:#6fd0ae}}`;
const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** The form posts to its own address, signature included. */
function render(page: Page, siteName: string, language: string): string {
  const t = translator(language);
  const [heading, text] = [t(page.heading), t(page.text)];
  const button = page.button && t(page.button);
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><meta name="referrer" content="no-referrer">
<title>${escapeHtml(heading)} – ${escapeHtml(siteName)}</title>
<style>${STYLE}</style></head><body><main>
<h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(text)}</p>
${button ? `<form method="post"><p><button>${escapeHtml(button)}</button></p></form>` : ''}
<p><a href="/saved-searches">${escapeHtml(t('Open my saved searches'))}</a></p>
</main></body></html>
`;
}
