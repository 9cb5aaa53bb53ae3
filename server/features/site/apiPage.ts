import type { Call } from '#shared/contracts/common.ts';
import { escapeHtml } from '#shared/escapeHtml.ts';

const accessText: Record<Call['access'], string> = {
  anyone: 'anyone',
  user: 'signed in',
  agent: 'approved agents',
  admin: 'administrators',
};

/** A readable table of the calls, without scripts; the machine-readable document is beside it. */
export function renderApiPage(calls: readonly Call[], siteName: string): string {
  const rows = calls
    .toSorted((one, other) => one.path.localeCompare(other.path))
    .map(
      (call) =>
        `<tr><td><code>${call.method.toUpperCase()}</code></td><td><code>${escapeHtml(call.path)}</code></td><td>${accessText[call.access]}</td><td>${escapeHtml(call.summary)}</td></tr>`,
    )
    .join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(siteName)} API</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.5rem 0.75rem; border-bottom: 1px solid #8884; text-align: left; vertical-align: top; }
code { font-family: ui-monospace, monospace; font-size: 0.9em; }
</style></head><body>
<h1>${escapeHtml(siteName)} API</h1>
<p>Every call, its shape and its errors stand in the <a href="/api/openapi.json">OpenAPI 3.1 document</a>. Signed-in calls carry <code>Authorization: Bearer &lt;token&gt;</code>.</p>
<table><thead><tr><th>Method</th><th>Path</th><th>For</th><th>What it does</th></tr></thead><tbody>
${rows}
</tbody></table></body></html>`;
}
