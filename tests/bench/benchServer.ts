import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { verify } from '@node-rs/argon2';
import Koa from 'koa';
import { pino } from 'pino';
import { createApp } from '#server/app.ts';
import { readEnv } from '#server/env.ts';
import { hashPassword } from '#server/features/auth/writes/passwords.ts';
import { liveListings } from '#server/features/properties/list/liveListings.ts';

/** Figures that the parent process requests. */
export interface ProcessFigures {
  /** Milliseconds since the start. */
  processorTime: number;
  /** Bytes, after a collection. */
  memory: number;
}

/**
 * A child process of a benchmark, which sends its port to its parent. `app` is the server on the data of the environment. `bare` with the app's
 * port is a Koa that answers the bytes of the app's first answer to the same call: /ready… at once, /verified… after it has verified a password.
 */
async function main(): Promise<void> {
  const [, , kind, appPort] = process.argv;
  process.on('disconnect', () => process.exit(0));
  process.send?.({ port: kind === 'bare' ? await startBare(Number(appPort)) : await startApp() });
}

async function startApp(): Promise<number> {
  const webFolder = path.resolve('dist/web');
  const app = await createApp({
    env: readEnv(process.env),
    log: pino({ level: 'silent' }),
    // Comparing all new listings takes hours and is not measured.
    isRepeating: false,
    webFolder: existsSync(webFolder) ? webFolder : undefined,
  });
  process.on('message', async () => {
    // Until the listings are in memory the database answers.
    const listings = liveListings(app.context);
    await listings.loaded();
    await listings.readAhead;
    globalThis.gc?.();
    const { user, system } = process.cpuUsage();
    const figures: ProcessFigures = {
      processorTime: (user + system) / 1_000,
      memory: process.memoryUsage.rss(),
    };
    process.send?.(figures);
  });
  return app.listen(0, '127.0.0.1');
}

async function startBare(appPort: number): Promise<number> {
  const bare = new Koa();
  const answers = new Map<string, { status: number; type: string; bytes: Buffer }>();
  let passwordHash: Promise<string> | undefined;
  bare.use(async (ctx) => {
    const [, kind, ...rest] = ctx.url.split('/');
    const body = ctx.method === 'GET' ? undefined : await buffer(ctx.req);
    const key = `${ctx.method} ${ctx.url}`;
    let answer = answers.get(key);
    if (!answer) {
      const { host: _, connection: __, 'content-length': ___, ...headers } = ctx.headers;
      const asked = await fetch(`http://127.0.0.1:${appPort}/${rest.join('/')}`, {
        method: ctx.method,
        headers: headers as Record<string, string>,
        body: body ? new Uint8Array(body) : null,
      });
      const bytes = Buffer.from(await asked.arrayBuffer());
      answer = { status: asked.status, type: asked.headers.get('content-type') ?? '', bytes };
      answers.set(key, answer);
    }
    if (kind === 'verified') {
      passwordHash ??= hashPassword('of nobody');
      await verify(await passwordHash, 'of nobody');
    }
    ctx.status = answer.status;
    ctx.type = answer.type;
    ctx.body = answer.bytes;
  });
  const listening = bare.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return (listening.address() as AddressInfo).port;
}

await main();
