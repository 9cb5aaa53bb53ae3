import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { readEnv, StartRefusedError } from '#server/env.ts';
import { english } from '#shared/messages.ts';
import { RefusedBackupError } from './archive.ts';
import { IdentityFileError, readIdentities } from './encryption.ts';
import { auditAnchorFile } from './folder.ts';
import { checkBackup, describeContents } from './readBackup.ts';
import { restoreBackup } from './restore.ts';
import { openTarget, TargetBusyError } from './restoreTargets.ts';

const USAGE =
  'Say which backup: npm run restore -- data/backups/silong-….tar.gz (add --yes to be asked nothing, and --identity=FILE for one that is encrypted).';

/** Ends the command with a sentence. */
class Stop extends Error {}

const say = (sentence: string) => process.stdout.write(`${sentence}\n`);

/** `npm run restore -- FILE [--yes] [--identity=FILE]`, with the server's own environment and the server stopped. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { yes: { type: 'boolean', short: 'y' }, identity: { type: 'string' } },
  });
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new Stop(USAGE);
  if (!existsSync(file)) throw new Stop(`There is no file ${file}.`);
  const env = readEnv(process.env);
  const identityFile = values.identity ?? env.backupIdentityFile;
  const identities = identityFile ? await readIdentities(identityFile) : [];
  say(`Checking ${file} …`);
  const manifest = await checkBackup(file, identities);
  const stamp = new Date().toISOString().replace(/\..*/, '').replaceAll(/[-:]/g, '').toLowerCase();
  const target = await openTarget(env, stamp);
  try {
    say(`It is whole: ${english(describeContents(manifest))}.`);
    if (!values.yes) await confirm(`This replaces everything in ${target.name}. Type "yes" to go on: `);
    say('Restoring …');
    const kept = await restoreBackup(file, target, env, identities);
    say('Done. Every row and every picture was checked. Everybody has to sign in again.');
    if (kept) say(`What was there before is kept: ${kept}. Delete it once you are sure.`);
    await keepAnchors(env.dataDir, stamp);
    say(
      'Emails, messages, webhooks and other connections are held back: the next server sends nothing until an owner lets them go (Admin Dashboard, Background Work), or until it is started with OUTBOUND=on.',
    );
    say('The SMTP password is not part of a backup: if there was one, set it again under Settings.');
  } finally {
    await target.close();
  }
}

/** The anchors belong to the replaced database; new entries after the restored ones get the same numbers. */
async function keepAnchors(dataDir: string, stamp: string): Promise<void> {
  const file = auditAnchorFile(dataDir);
  if (!existsSync(file)) return;
  await rename(file, `${file}.before-restore-${stamp}`);
  say(`The anchors of its audit log are kept too: ${file}.before-restore-${stamp}`);
}

async function confirm(question: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new Stop('Nobody is there to be asked: add --yes to restore without a question.');
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await lines.question(question);
  lines.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new Stop('Nothing was changed.');
}

const expected = [Stop, RefusedBackupError, TargetBusyError, StartRefusedError, IdentityFileError];

main().catch((error: unknown) => {
  // Expected failures are printed as their message, without a stack.
  console.error(expected.some((kind) => error instanceof kind) && error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
