import type { BaseContext } from '#server/context.ts';
import { type Translate, translator } from '#server/languages.ts';
import { DEFAULT_LANGUAGE } from '#shared/languages.ts';
import { escapeHtml } from '#shared/writtenText.ts';
import type { MailContent } from './mailer.ts';

type TemplateContext = Pick<BaseContext, 'env' | 'systemSettings'>;

export interface MailDraft {
  subject: string;
  heading: string;
  /** Line breaks and indented lists stay as they were typed. */
  paragraphs: string[];
  /** The words that the mail answers. */
  quote?: { label: string; text: string };
  items?: { text: string; url: string }[];
  action?: { label: string; url: string };
  /** Small print: the reason for the mail, and what to do if the reader did not cause it. */
  note: string;
}

export interface MailSite {
  siteName: string;
  /** Address of the site, without a trailing slash. */
  siteUrl: string;
  language: string;
  /** Translates messages into it. */
  t: Translate;
}

/** A kind of mail: its words as a function of its facts and of the site. */
export function defineMail<Facts = unknown>(write: (facts: Facts & MailSite) => MailDraft) {
  /** @param language of the reader; null: none is chosen. */
  return ({ env, systemSettings }: TemplateContext, language: string | null, facts: Facts): MailContent => {
    const code = language ?? DEFAULT_LANGUAGE;
    const { siteName } = systemSettings.current().application;
    const site = { siteName, siteUrl: env.publicUrl, t: translator(code), language: code };
    const draft = { ...site, ...write({ ...facts, ...site }) };
    return { subject: draft.subject, text: renderText(draft), html: renderHtml(draft) };
  };
}

const withUnixBreaks = (text: string) => text.replace(/\r\n?/g, '\n');

function renderText(draft: MailDraft & MailSite): string {
  const { siteName, siteUrl, heading, paragraphs, quote, items = [], action, note } = draft;
  return [
    heading,
    ...paragraphs.map(withUnixBreaks),
    ...(quote ? [`${quote.label}\n${withUnixBreaks(quote.text).replace(/^/gm, '> ')}`] : []),
    ...items.map(({ text, url }) => `${text}\n${url}`),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    note,
    `-- \n${siteName}\n${siteUrl}`,
  ]
    .join('\n\n')
    .concat('\n');
}

/**
 * A mail as HTML: tables and inline styles, for mail programs. All values are plain text and escaped here. Both colour schemes are declared with colours of their own: a program that
 * inverts colours by itself would leave dark text on a dark button.
 */
function renderHtml(draft: MailDraft & MailSite): string {
  const { subject, siteName, siteUrl, language, heading, paragraphs, quote, items = [], action, note } = draft;
  const text = 'margin:0 0 16px;font-size:16px;line-height:1.6;color:#33413c';
  const body = paragraphs.map((words) => `<p class="text" style="${text}">${renderLines(words)}</p>`).join('');
  const list = items
    .map(
      ({ text: label, url }) =>
        `<p class="text" style="${text}"><a href="${escapeHtml(url)}" class="link" style="color:#0b6b4f">${escapeHtml(label)}</a></p>`,
    )
    .join('');
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #101614 !important; }
  .card { background: #1a2320 !important; border-color: #2c3833 !important; }
  .heading, .brand { color: #f1f5f3 !important; }
  .text { color: #ccd6d1 !important; }
  .note { color: #94a39c !important; }
  .link { color: #6fd0ae !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f4f6f5">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f6f5">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;table-layout:fixed;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<tr><td style="padding:0 4px 16px"><a href="${escapeHtml(siteUrl)}" class="brand" style="font-size:20px;font-weight:700;color:#14201c;text-decoration:none">${escapeHtml(siteName)}</a></td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #e1e7e4;border-radius:12px;padding:32px;word-wrap:break-word;overflow-wrap:anywhere">
<h1 class="heading" style="margin:0 0 20px;font-size:22px;line-height:1.3;color:#14201c">${escapeHtml(heading)}</h1>
${body}
${quote ? renderQuote(quote) : ''}
${list}
${action ? renderAction(action) : ''}
<p class="note" style="margin:24px 0 0;font-size:13px;line-height:1.6;color:#65746d">${withLinks(escapeHtml(note))}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** Mail programs show a bare line break as a blank, and several blanks as one. */
const renderLines = (text: string) =>
  escapeHtml(withUnixBreaks(text))
    .replace(/^ +/gm, (blanks) => '&nbsp;'.repeat(blanks.length))
    .replaceAll('\n', '<br>');

const renderQuote = ({ label, text }: { label: string; text: string }) =>
  `<p class="note" style="margin:0 0 4px;font-size:13px;line-height:1.6;color:#65746d">${escapeHtml(label)}</p>
<blockquote class="note" style="margin:0 0 16px;padding-left:12px;border-left:3px solid #c9d3ce;font-size:14px;line-height:1.6;color:#65746d">${renderLines(text)}</blockquote>`;

/** Makes addresses links, and breaks long ones so that no phone scrolls sideways. */
const withLinks = (html: string) =>
  html.replace(
    /https?:\/\/[^\s<]+/g,
    (address) => `<a href="${address}" class="link" style="color:#0b6b4f;word-break:break-all">${address}</a>`,
  );

/** The address also stands below its button: for careful readers, and for programs that show no button. */
function renderAction({ label, url }: { label: string; url: string }): string {
  const address = escapeHtml(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 20px"><tr>
<td style="border-radius:8px;background:#0b6b4f"><a href="${address}" style="display:inline-block;padding:12px 24px;font-size:16px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></td>
</tr></table>
<p class="note" style="margin:0;font-size:13px;line-height:1.6;color:#65746d;word-break:break-all">Or open this address: <a href="${address}" class="link" style="color:#0b6b4f">${address}</a></p>`;
}
