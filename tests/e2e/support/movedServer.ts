import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ServerProcess, startServerProcess } from './serverProcess.ts';

export interface MovedServer extends ServerProcess {
  /** The server's time, in milliseconds since 1970. */
  now(): number;
  /** Moves its clock on, while it runs. */
  moveOn(ms: number): void;
}

/** A server of its own whose clock shows another time. @param at when it starts */
export async function startMovedServer(at: number): Promise<MovedServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'silong-clock-'));
  const file = path.join(folder, 'offset');
  let offset = at - Date.now();
  const write = () => writeFileSync(file, String(offset));
  write();
  const clock = pathToFileURL(path.resolve('tests/support/movedClock.mjs')).href;
  const server = await startServerProcess({ NODE_OPTIONS: `--import ${clock}`, CLOCK_FILE: file });
  // It took a while to start.
  offset = at - Date.now();
  write();
  return {
    ...server,
    now: () => Date.now() + offset,
    moveOn(ms) {
      offset += ms;
      write();
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
