import { escapeHtml } from '#shared/escapeHtml.ts';
import type { MailContent } from './mailer.ts';

export interface MailDraft {
  subject: string;
  siteName: string;
  /** Address of the site, without a trailing slash. */
  siteUrl: string;
  heading: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  /** Small print below: why the reader gets this, what to do if it was not them. */
  note: string;
}

/** Every mail's layout, as HTML and as plain text. All values are plain text and escaped here. */
export function renderMail(draft: MailDraft): MailContent {
  return { subject: draft.subject, text: renderText(draft), html: renderHtml(draft) };
}

function renderText({ siteName, siteUrl, heading, paragraphs, action, note }: MailDraft): string {
  return [
    heading,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    note,
    `-- \n${siteName}\n${siteUrl}`,
  ]
    .join('\n\n')
    .concat('\n');
}

/**
 * Tables and inline styles, because that is what mail programs understand. Both colour schemes are declared, and in
 * the dark one the colours are ours: a program that inverts by itself would leave dark text on a dark button.
 */
function renderHtml({ subject, siteName, siteUrl, heading, paragraphs, action, note }: MailDraft): string {
  const text = 'margin:0 0 16px;font-size:16px;line-height:1.6;color:#33413c';
  const body = paragraphs.map((line) => `<p class="text" style="${text}">${escapeHtml(line)}</p>`).join('');
  return `<!doctype html>
<html lang="en">
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
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<tr><td style="padding:0 4px 16px"><a href="${escapeHtml(siteUrl)}" class="brand" style="font-size:20px;font-weight:700;color:#14201c;text-decoration:none">${escapeHtml(siteName)}</a></td></tr>
<tr><td class="card" style="background:#ffffff;border:1px solid #e1e7e4;border-radius:12px;padding:32px">
<h1 class="heading" style="margin:0 0 20px;font-size:22px;line-height:1.3;color:#14201c">${escapeHtml(heading)}</h1>
${body}
${action ? renderAction(action) : ''}
<p class="note" style="margin:24px 0 0;font-size:13px;line-height:1.6;color:#65746d">${escapeHtml(note)}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** The address stands below its button too: some people look before they press, some programs show no button. */
function renderAction({ label, url }: { label: string; url: string }): string {
  const address = escapeHtml(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 20px"><tr>
<td style="border-radius:8px;background:#0b6b4f"><a href="${address}" style="display:inline-block;padding:12px 24px;font-size:16px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></td>
</tr></table>
<p class="note" style="margin:0;font-size:13px;line-height:1.6;color:#65746d;word-break:break-all">Or open this address: <a href="${address}" class="link" style="color:#0b6b4f">${address}</a></p>`;
}
