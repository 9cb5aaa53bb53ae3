import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { checkOwner, readPolicyFile, whyNotTrustedOnWindows } from './policyFile.ts';
import { type Reg, readProgramData, readRegistry } from './policyRegistry.ts';

/** One place where an administrator may lay a policy down. */
export interface PolicySource {
  /** For people: a path, or the registry's key. */
  name: string;
  /** What stands there, as `readSettings` takes it; null for nothing. @throws when that is not known. */
  read(): Promise<unknown>;
  /** Looked at every few seconds. */
  file?: string;
}

const APPLICATION_ID = 'ph.silong.console';
const COMMAND_LIMIT_MS = 10_000;
const execute = promisify(execFile);

/** The later one wins where two lay down the same. */
export async function policySources(platform: NodeJS.Platform): Promise<PolicySource[]> {
  if (platform === 'win32') return windowsSources();
  if (platform === 'darwin') return macSources();
  return [fileSource('/etc/silong/policy.json')];
}

/** Trusted whoever wrote it: for a console that is not installed, and for tests. */
export function untrustedFileSource(file: string): PolicySource {
  return { name: file, file, read: () => readPolicyFile(file, { check: async () => null }) };
}

function fileSource(file: string, check = checkOwner): PolicySource {
  return { name: file, file, read: () => readPolicyFile(file, { check }) };
}

/**
 * macOS keeps what a profile lays down in files of its own, the person's after the computer's. Asking for the value of a
 * default would also answer with what the person wrote by themselves.
 */
function macSources(): PolicySource[] {
  const profile = (file: string): PolicySource => ({ name: file, file, read: () => readProfile(file) });
  const folder = '/Library/Managed Preferences';
  const user = process.env.USER ?? '';
  return [
    fileSource('/Library/Application Support/Silong/policy.json'),
    profile(`${folder}/${APPLICATION_ID}.plist`),
    ...(/^[\w.-]+$/.test(user) ? [profile(`${folder}/${user}/${APPLICATION_ID}.plist`)] : []),
  ];
}

async function readProfile(file: string): Promise<unknown> {
  if (!existsSync(file)) return null;
  for (const part of [path.dirname(file), file]) {
    const reason = await checkOwner(part);
    if (reason) throw new Error(`${part} ${reason}`);
  }
  const content: object = JSON.parse(await run('/usr/bin/plutil', ['-convert', 'json', '-o', '-', file]));
  // The profile's own words about itself.
  return Object.fromEntries(Object.entries(content).filter(([name]) => !name.startsWith('Payload')));
}

async function windowsSources(): Promise<PolicySource[]> {
  // Where Windows is nearly everywhere; a variable could lead to a program of the person's own.
  const usual = 'C:\\Windows\\System32';
  const system = existsSync(usual) ? usual : path.win32.join(process.env.SystemRoot ?? '', 'System32');
  const reg: Reg = (args) => run(path.win32.join(system, 'reg.exe'), args);
  const powershell = path.win32.join(system, 'WindowsPowerShell\\v1.0\\powershell.exe');
  const check = async (file: string) =>
    whyNotTrustedOnWindows(
      (
        await run(powershell, [
          ...['-NoProfile', '-NonInteractive', '-Command'],
          `(Get-Acl -LiteralPath '${file.replaceAll("'", "''")}').Sddl`,
        ])
      ).trim(),
    );
  const programData = await readProgramData(reg).catch(() => 'C:\\ProgramData');
  return [
    fileSource(path.win32.join(programData, 'Silong\\policy.json'), check),
    { name: 'HKLM\\SOFTWARE\\Policies\\Silong', read: () => readRegistry(reg) },
  ];
}

async function run(program: string, args: string[]): Promise<string> {
  const { stdout } = await execute(program, args, { timeout: COMMAND_LIMIT_MS, windowsHide: true });
  return stdout;
}
