import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { redact } from './redact.ts';
import { t } from './words.ts';

export interface DiagnosticFacts {
  madeAt: Date;
  facts: Record<string, string | number | boolean | null>;
  logFolder: string;
  crashFolder: string;
}

/**
 * One text file that a person can read before they send it: what runs here, the names of crash reports, the log.
 * Redacted once more, for what an older console may have logged.
 */
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
