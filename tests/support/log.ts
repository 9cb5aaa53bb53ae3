import type { Logger } from 'pino';
import { createLog } from '#server/observability/log.ts';

export interface LogLine {
  level: number;
  msg?: string;
  // biome-ignore lint/suspicious/noExplicitAny: a line has the fields that its writer gave it
  [field: string]: any;
}

export interface TestLog {
  log: Logger;
  /** The lines so far, as they were written. */
  text(): string;
  lines(): LogLine[];
}

/** A server's log, collected instead of printed. */
export function captureLog(level = 'info'): TestLog {
  const written: string[] = [];
  return {
    log: createLog(level, { write: (line) => void written.push(line) }),
    text: () => written.join(''),
    lines: () => written.map((line) => JSON.parse(line)),
  };
}
