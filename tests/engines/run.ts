import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeTemplate } from '../e2e/support/globalSetup.ts';
import { type ServerProcess, startServerProcess } from '../e2e/support/serverProcess.ts';
import { findFreePort } from '../support/postgres.ts';
import { keepTemporaryFilesInMemory } from '../support/temporaryFiles.ts';
import { type EngineName, missingOf, openEngine } from './driver.ts';
import { chat, journeys, type Scene, sweep } from './journeys.ts';
import { startProxy } from './proxy.ts';

/**
 * The journeys in Firefox and WebKitGTK as Debian packs them, which have the system's own data of languages and dates. It needs the build.
 * `npx tsx tests/engines/run.ts [firefox|webkit|both] [part of a journey's name]`
 */
const RESULTS = 'test-results/engines.json';
const PICTURES = 'test-results/engines';
/** On a machine that does other things, too. */
const LIMIT_MS = 90_000;
const SWEEP_LIMIT_MS = 240_000;

const [chosen = 'both', only = ''] = process.argv.slice(2);
const names: EngineName[] = (['firefox', 'webkit'] as const).filter(
  (name) => chosen === 'both' || chosen === name,
);
const failures: string[] = [];
let passed = 0;

/** One line for each, and a picture of what failed. */
async function step(name: string, scenes: readonly Scene[], act: () => Promise<unknown>, limit = LIMIT_MS) {
  if (!name.includes(only)) return;
  const who = scenes.map(({ engine }) => engine.name).join(' and ');
  const from = Date.now();
  for (const { proxy, engine } of scenes) proxy.takeNotes(engine.name);
  try {
    const late = sleep(limit, true, { ref: false }).then(() =>
      Promise.reject(new Error(`took longer than ${limit} ms`)),
    );
    await Promise.race([act(), late]);
    const notes = scenes.flatMap(({ proxy, engine }) => proxy.takeNotes(engine.name));
    if (notes.length > 0) throw new Error(notes.join('\n'));
    passed += 1;
    console.warn(`✓ ${who}: ${name} (${((Date.now() - from) / 1_000).toFixed(1)} s)`);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    failures.push(`${who}: ${name}\n${words}`);
    console.warn(`✘ ${who}: ${name}\n${words}`);
    for (const { engine } of scenes) {
      const picture = await engine.wire.draw().catch(() => null);
      if (picture) writeFileSync(`${PICTURES}/${name}-${engine.name}.png`, picture);
    }
  }
}

/** Each engine has a server of its own: they run beside each other, and change what they meet. */
async function openScene(name: EngineName, servers: ServerProcess[]): Promise<Scene> {
  const port = await findFreePort();
  const server = await startServerProcess({ PUBLIC_URL: `http://127.0.0.1:${port}` });
  servers.push(server);
  const proxy = await startProxy(port, server.url);
  const engine = await openEngine(name);
  engine.origin = proxy.origin;
  return { engine, proxy, api: server.url };
}

async function runAlone(scene: Scene): Promise<void> {
  for (const [name, journey] of Object.entries(journeys)) await step(name, [scene], () => journey(scene));
  const openAll = async () => {
    const faults = await sweep(scene);
    if (faults.length > 0) throw new Error(faults.join('\n'));
  };
  await step('every page', [scene], openAll, SWEEP_LIMIT_MS);
}

keepTemporaryFilesInMemory();
rmSync(PICTURES, { recursive: true, force: true });
mkdirSync(PICTURES, { recursive: true });
const template = await makeTemplate();
process.env.SILONG_E2E_TEMPLATE = template;
const servers: ServerProcess[] = [];
const scenes: Scene[] = [];
let missing = 0;
try {
  for (const name of names) {
    const part = missingOf(name);
    if (part === null) scenes.push(await openScene(name, servers));
    else {
      missing += 1;
      console.warn(`The journeys in ${name} are left out: this machine has no ${part} (apt-get install ${part}).`);
      if (process.env.CI) failures.push(`${name}: this machine has no ${part}`);
    }
  }
  await Promise.all(scenes.map(runAlone));
  const [one, other] = scenes;
  if (one && other) await step('chat', [one, other], () => chat(one, other));
} catch (error) {
  failures.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
} finally {
  for (const { engine, proxy } of scenes) {
    await engine.wire.close().catch(() => undefined);
    proxy.close();
  }
  for (const server of servers) await server.stop();
  rmSync(template, { recursive: true, force: true });
}
writeFileSync(RESULTS, JSON.stringify({ passed, failed: failures.length, skipped: missing, failures }));
console.warn(`${passed} passed, ${failures.length} failed, ${missing} skipped`);
process.exit(failures.length > 0 ? 1 : 0);
