import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { t } from './words.ts';

const redactions: readonly [RegExp, string][] = [
  [/\b(Bearer\s+)[\w.~+/=-]{8,}/gi, '$1[token]'],
  [/("?(?:password|token|newPassword|currentPassword|authorization)"?\s*[:=]\s*"?)[^"\s,}]+/gi, '$1[secret]'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[e-mail]'],
  [/(?<![\w.])(?:\+?63|0)[\s-]?9\d{2}[\s-]?\d{3}[\s-]?\d{4}\b/g, '[phone]'],
];

/** Removes tokens, passwords, e-mail addresses and phone numbers: for the log and exported diagnostics. */
export function redact(text: string): string {
  return redactions.reduce((redacted, [pattern, replacement]) => redacted.replace(pattern, replacement), text);
}

interface DiagnosticFacts {
  madeAt: Date;
  facts: Record<string, string | number | boolean | null>;
  logFolder: string;
  crashFolder: string;
}

/** A text of facts, names of crash reports and the log; redacted again, as an older version may have logged more. */
export function writeDiagnostics({ madeAt, facts, logFolder, crashFolder }: DiagnosticFacts): string {
  const lines = Object.entries(facts).map(([name, value]) => `${name}: ${value ?? 'none'}`);
  const crashes = listFiles(crashFolder)
    .filter((file) => file.endsWith('.dmp'))
    .map((file) => `${path.basename(file)}, ${statSync(file).mtime.toISOString()}`);
  const logs = listFiles(logFolder)
    .filter((file) => /\.log$/.test(file))
    .map((file) => `── ${path.basename(file)}\n${readFileSync(file, 'utf8')}`);
  return redact(
    [
      t('Silong console, diagnostics of {time}', { time: madeAt.toISOString() }),
      '',
      ...lines,
      '',
      t('Crash reports on this machine: {count}', { count: crashes.length }),
      ...crashes,
      '',
      ...logs,
    ].join('\n'),
  );
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(folder, name))
      .filter((file) => statSync(file).isFile());
  } catch {
    return [];
  }
}
