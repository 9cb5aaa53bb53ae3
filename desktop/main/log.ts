import path from 'node:path';
import { app } from 'electron';
import electronLog from 'electron-log/main';
import { redact } from './redact.ts';

const MAX_LOG_BYTES = 1_000_000;

/** The console's log: one file, and the one before it. Nothing personal goes in. */
export function openLog(): (line: string) => void {
  const { file } = electronLog.transports;
  file.resolvePathFn = () => path.join(app.getPath('logs'), 'console.log');
  file.maxSize = MAX_LOG_BYTES;
  file.format = '{y}-{m}-{d} {h}:{i}:{s} {text}';
  electronLog.transports.console.level = app.isPackaged ? false : 'info';
  return (line) => electronLog.info(redact(line));
}
