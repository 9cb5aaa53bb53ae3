import { execFile } from 'node:child_process';
import { existsSync, type Stats } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type PolicyName, policy } from '#shared/contracts/desktopPolicy.ts';
import type { ConsolePolicy } from '#shared/desktopBridge.ts';

export interface PolicySettings {
  mandatory: ConsolePolicy;
  recommended: ConsolePolicy;
  /** Ignored settings: unknown names, and defaults for settings that people cannot choose. */
  notes: string[];
}

export class UnreadablePolicy extends Error {
  constructor(
    message: string,
    /** The settings that could be read. */
    readonly understood: PolicySettings = noSettings(),
  ) {
    super(message);
  }
}

export const noSettings = (): PolicySettings => ({ mandatory: {}, recommended: {}, notes: [] });

/** Whether people can change the setting, so that a default for it has an effect. */
export function isChoice(name: PolicyName): boolean {
  return policy.shape[name].meta()?.isChoice === true;
}

const record = z.record(z.string(), z.unknown());

/**
 * Reads the settings of a file, a registry key or a profile: mandatory ones by name, defaults under 'recommended'.
 * @throws {UnreadablePolicy} if a value is invalid, as it may have been meant to forbid something.
 */
export function readSettings(content: unknown): PolicySettings {
  const found = record.safeParse(content);
  if (!found.success) throw new UnreadablePolicy('it is not a list of settings');
  const { mandatory, recommended, notes } = noSettings();
  const problems: string[] = [];

  function take(from: Record<string, unknown>, to: Record<string, unknown>, where: string): void {
    for (const [name, value] of Object.entries(from)) {
      if (!Object.hasOwn(policy.shape, name)) {
        notes.push(`${where}${name} is not a setting of this version`);
        continue;
      }
      if (where && !isChoice(name as PolicyName)) {
        notes.push(`${where}${name} cannot be a default`);
        continue;
      }
      const parsed = policy.shape[name as PolicyName].safeParse(value);
      if (parsed.success) to[name] = parsed.data;
      else problems.push(`${where}${name} is ${JSON.stringify(value)}`);
    }
  }

  for (const [name, value] of Object.entries(found.data)) {
    if (name.toLowerCase() !== 'recommended') take({ [name]: value }, mandatory, '');
    else if (record.safeParse(value).success) take(record.parse(value), recommended, 'recommended ');
    else problems.push('recommended is not a list of settings');
  }
  const settings = { mandatory, recommended, notes };
  if (problems.length > 0)
    throw new UnreadablePolicy(`these values cannot be used: ${problems.join(', ')}`, settings);
  return settings;
}

export interface PolicySource {
  /** Shown to people: a path or a registry key. */
  name: string;
  /** @returns the content for `readSettings`, or null if there is none. @throws if it cannot be determined. */
  read(): Promise<unknown>;
  /** The file that is watched for changes. */
  file?: string;
}

const APPLICATION_ID = 'ph.silong.console';
const COMMAND_LIMIT_MS = 10_000;
const execute = promisify(execFile);

/** The sources of a platform; later ones override earlier ones. */
export async function policySources(platform: NodeJS.Platform): Promise<PolicySource[]> {
  if (platform === 'win32') return windowsSources();
  if (platform === 'darwin') return macSources();
  return [fileSource('/etc/silong/policy.json')];
}

/** A file without an owner check: for unpackaged consoles and tests. */
export function untrustedFileSource(file: string): PolicySource {
  return { name: file, file, read: () => readPolicyFile(file, { check: async () => null }) };
}

function fileSource(file: string, check = checkOwner): PolicySource {
  return { name: file, file, read: () => readPolicyFile(file, { check }) };
}

/** The managed preference files of macOS, the computer's first; `defaults read` would also return values set by the user. */
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
  await requireTrusted(file, checkOwner);
  const content: object = JSON.parse(await run('/usr/bin/plutil', ['-convert', 'json', '-o', '-', file]));
  // Payload… keys describe the profile itself.
  return Object.fromEntries(Object.entries(content).filter(([name]) => !name.startsWith('Payload')));
}

async function windowsSources(): Promise<PolicySource[]> {
  // The usual path first: the user could point an environment variable at another program.
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

const ADMINISTRATOR = 0;
const WRITABLE_BY_OTHERS = 0o022;

/** @returns why someone other than an administrator may have written the file or folder; null if only they could. */
export function whyNotTrusted(found: Pick<Stats, 'uid' | 'mode' | 'isSymbolicLink'>): string | null {
  if (found.isSymbolicLink()) return 'is a link';
  if (found.uid !== ADMINISTRATOR) return 'does not belong to root';
  if (found.mode & WRITABLE_BY_OTHERS) return 'can be written by others than root';
  return null;
}

/** SIDs of the local administrators, the system and the Windows installer. */
const trustedOwners = [
  'BA',
  'SY',
  'S-1-5-32-544',
  'S-1-5-18',
  'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464',
];
/** Rights to write, append, set attributes, delete, change the ACL or owner, or all; as SDDL letters and as bits. */
const writingLetters = 'DC LC RP DT CR SD WD WO FA FW GA GW'.split(' ');
const WRITING_BITS = 0x2 | 0x4 | 0x10 | 0x40 | 0x100 | 0x1_0000 | 0x4_0000 | 0x8_0000 | 0x1000_0000 | 0x4000_0000;

/** `whyNotTrusted` for a security descriptor (SDDL) of Windows: 'O:BAG:SYD:AI(A;ID;FA;;;SY)(A;ID;0x1200a9;;;BU)'. */
export function whyNotTrustedOnWindows(descriptor: string): string | null {
  const [, owner = ''] = /^O:(S-[\d-]+|[A-Z]{2})/.exec(descriptor) ?? [];
  if (!trustedOwners.includes(owner)) return 'does not belong to the administrators';
  const list = /D:[^(]*((?:\([^)]*\))*)/.exec(descriptor)?.[1];
  // Without a DACL, Windows grants all rights to everyone.
  if (!list) return 'has no list of who may write it';
  for (const [, entry = ''] of list.matchAll(/\(([^)]*)\)/g)) {
    const [type = '', flags = '', rights = '', , , trustee = ''] = entry.split(';');
    const isForChildrenOnly = flags.includes('IO');
    if (!type.startsWith('A') && !type.startsWith('XA')) continue;
    if (isForChildrenOnly || trustedOwners.includes(trustee)) continue;
    const isWriting = rights.startsWith('0x')
      ? (Number(rights) & WRITING_BITS) !== 0
      : (rights.match(/../g) ?? []).some((pair) => writingLetters.includes(pair));
    if (isWriting) return `can be written by ${trustee}`;
  }
  return null;
}

/** @returns why a file or folder is not trusted, or null. */
type CheckTrust = (file: string) => Promise<string | null>;

/** Write access to the folder allows replacing the file. @throws {UnreadablePolicy} */
async function requireTrusted(file: string, check: CheckTrust): Promise<void> {
  for (const part of [path.dirname(file), file]) {
    const reason = await check(part);
    if (reason) throw new UnreadablePolicy(`${part} ${reason}`);
  }
}

export async function checkOwner(file: string): Promise<string | null> {
  return whyNotTrusted(await lstat(file));
}

/** Null if the file does not exist. @throws {UnreadablePolicy} it cannot be read, or others than administrators can write it. */
export async function readPolicyFile(file: string, { check }: { check: CheckTrust }): Promise<unknown> {
  try {
    await lstat(file);
  } catch (error) {
    if (isMissing(error)) return null;
    throw new UnreadablePolicy(String(error));
  }
  await requireTrusted(file, check);
  try {
    return JSON.parse((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UnreadablePolicy(error instanceof SyntaxError ? `it is not JSON: ${error.message}` : String(error));
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

const POLICIES_KEY = 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies';
const CONSOLE_KEY = `${POLICIES_KEY}\\Silong`;

/** Runs `reg.exe`. @throws if the exit code is not 0. */
type Reg = (args: string[]) => Promise<string>;

/**
 * The group policy values of the console, for `readSettings`; null if there are none. The list of sibling keys shows whether
 * the key exists, as `reg.exe` fails with code 1 for any reason and a localized message.
 * @throws if the registry cannot be read.
 */
export async function readRegistry(reg: Reg): Promise<Record<string, unknown> | null> {
  const neighbours = await reg(['query', POLICIES_KEY, '/reg:64']);
  const isThere = lines(neighbours).some((line) => line.toLowerCase() === CONSOLE_KEY.toLowerCase());
  return isThere ? parseRegistry(await reg(['query', CONSOLE_KEY, '/s', '/reg:64'])) : null;
}

/** The ProgramData folder from the registry; the environment variable could be changed by the user. */
export async function readProgramData(reg: Reg): Promise<string> {
  const key = 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Explorer\\Shell Folders';
  const output = await reg(['query', key, '/v', 'Common AppData', '/reg:64']);
  const [, folder] = /^ {4}Common AppData {4}REG_SZ {4}([A-Za-z]:\\.+)$/m.exec(output.replaceAll('\r', '')) ?? [];
  if (!folder) throw new Error('the registry does not say where ProgramData is');
  return folder.trim();
}

/** Parses the output of `reg query KEY /s`: full key names, values indented by four spaces. */
export function parseRegistry(text: string): Record<string, unknown> {
  const mandatory: Record<string, unknown> = {};
  const recommended: Record<string, unknown> = {};
  let key = '';
  for (const line of lines(text)) {
    if (/^HKEY_/i.test(line)) {
      key = line.slice(CONSOLE_KEY.length + 1);
      continue;
    }
    const [, name, type, data = ''] = /^ {4}(.*?) {4}(REG_\w+)(?: {4}(.*))?$/.exec(line) ?? [];
    if (name === undefined || type === undefined) continue;
    const [first = '', second] = key.split('\\');
    const isRecommended = first.toLowerCase() === 'recommended';
    const settings = isRecommended ? recommended : mandatory;
    // A list is a subkey with numbered values.
    const list = isRecommended ? second : first || undefined;
    if (list === undefined) settings[name] = readValue(name, type, data);
    else settings[list] = [...((settings[list] as unknown[] | undefined) ?? []), data];
  }
  return Object.keys(recommended).length > 0 ? { ...mandatory, recommended } : mandatory;
}

const lines = (text: string) => text.split(/\r?\n/).map((line) => line.trimEnd());

function readValue(name: string, type: string, data: string): unknown {
  if (type === 'REG_MULTI_SZ') return data.split('\\0').filter(Boolean);
  if (type !== 'REG_DWORD') return data;
  const number = Number(data);
  const schema = (policy.shape as Record<string, z.ZodOptional<z.ZodType>>)[name];
  if (schema?.unwrap() instanceof z.ZodBoolean && (number === 0 || number === 1)) return number === 1;
  return number;
}
