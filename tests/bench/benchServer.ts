import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import Koa from 'koa';
import { pino } from 'pino';
import { createApp } from '#server/app.ts';
import { readEnv } from '#server/env.ts';

/** What the parent process is told once both servers listen. */
export interface BenchPorts {
  app: number;
  floor: number;
}

/**
 * The child of a benchmark: the real app on the data the environment names, and beside it a bare Koa that answers
 * the same bytes from memory, once ready-made (/ready…) and once written for each request (/written…).
 */
async function main(): Promise<void> {
  const webFolder = path.resolve('dist/web');
  const app = await createApp({
    env: readEnv(process.env),
    log: pino({ level: 'silent' }),
    webFolder: existsSync(webFolder) ? webFolder : undefined,
  });
  const appPort = await app.listen(0, '127.0.0.1');

  const bare = new Koa();
  const bodies = new Map<string, { ready: Buffer; parsed: unknown }>();
  bare.use(async (ctx) => {
    const [, form, ...rest] = ctx.url.split('/');
    const path = `/${rest.join('/')}`;
    let body = bodies.get(path);
    if (!body) {
      const answer = await fetch(`http://127.0.0.1:${appPort}${path}`);
      const ready = Buffer.from(await answer.arrayBuffer());
      body = { ready, parsed: JSON.parse(ready.toString()) };
      bodies.set(path, body);
    }
    ctx.type = 'json';
    ctx.body = form === 'ready' ? body.ready : JSON.stringify(body.parsed);
  });
  const floor = bare.listen(0, '127.0.0.1', () => {
    const ports: BenchPorts = { app: appPort, floor: (floor.address() as AddressInfo).port };
    process.send?.(ports);
  });
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.((user + system) / 1_000);
  });
  process.on('disconnect', () => process.exit(0));
}

await main();
