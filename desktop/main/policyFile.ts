import { lstat, readFile } from 'node:fs/promises';
import path from 'node:path';
import { UnreadablePolicy } from './policySettings.ts';

/** Of a file that holds for everybody at the computer: nobody but its administrators may have written it. */
interface FileFacts {
  uid: number;
  mode: number;
  isSymbolicLink(): boolean;
}

const ADMINISTRATOR = 0;
const WRITABLE_BY_OTHERS = 0o022;

/** @returns why the file or folder may be somebody else's than the administrator's; null when it is not. */
export function whyNotTrusted(found: FileFacts): string | null {
  if (found.isSymbolicLink()) return 'is a link';
  if (found.uid !== ADMINISTRATOR) return 'does not belong to root';
  if (found.mode & WRITABLE_BY_OTHERS) return 'can be written by others than root';
  return null;
}

/** Local Administrators, the system, and the installer's own account. */
const trustedOwners = [
  'BA',
  'SY',
  'S-1-5-32-544',
  'S-1-5-18',
  'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464',
];
/** Write, append, attributes, delete, the list itself, its owner, and everything; as pairs of letters and as bits. */
const writingLetters = 'DC LC RP DT CR SD WD WO FA FW GA GW'.split(' ');
const WRITING_BITS =
  0x2 | 0x4 | 0x10 | 0x40 | 0x100 | 0x1_0000 | 0x4_0000 | 0x8_0000 | 0x1000_0000 | 0x4000_0000;

/** The same for Windows, whose answer is a security descriptor: 'O:BAG:SYD:AI(A;ID;FA;;;SY)(A;ID;0x1200a9;;;BU)'. */
export function whyNotTrustedOnWindows(descriptor: string): string | null {
  const [, owner = ''] = /^O:(S-[\d-]+|[A-Z]{2})/.exec(descriptor) ?? [];
  if (!trustedOwners.includes(owner)) return 'does not belong to the administrators';
  const list = /D:[^(]*((?:\([^)]*\))*)/.exec(descriptor)?.[1];
  // No list at all lets everybody do everything.
  if (!list) return 'has no list of who may write it';
  for (const [, entry = ''] of list.matchAll(/\(([^)]*)\)/g)) {
    const [type = '', flags = '', rights = '', , , who = ''] = entry.split(';');
    const isForChildrenOnly = flags.includes('IO');
    if (!type.startsWith('A') && !type.startsWith('XA')) continue;
    if (isForChildrenOnly || trustedOwners.includes(who)) continue;
    const isWriting = rights.startsWith('0x')
      ? (Number(rights) & WRITING_BITS) !== 0
      : (rights.match(/../g) ?? []).some((pair) => writingLetters.includes(pair));
    if (isWriting) return `can be written by ${who}`;
  }
  return null;
}

interface FileOptions {
  /** Says why a file or folder is not to be trusted; null for one that is. */
  check(file: string): Promise<string | null>;
}

export async function checkOwner(file: string): Promise<string | null> {
  return whyNotTrusted(await lstat(file));
}

/**
 * A policy file's content; null when there is none.
 * @throws {UnreadablePolicy} when it is there and cannot be read, or when others than administrators may have written it.
 */
export async function readPolicyFile(file: string, { check }: FileOptions): Promise<unknown> {
  try {
    await lstat(file);
  } catch (error) {
    if (isMissing(error)) return null;
    throw new UnreadablePolicy(String(error));
  }
  // Who may rename its folder has another file in a moment.
  for (const part of [path.dirname(file), file]) {
    const reason = await check(part);
    if (reason) throw new UnreadablePolicy(`${part} ${reason}`);
  }
  try {
    return JSON.parse((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UnreadablePolicy(
      error instanceof SyntaxError ? `it is not JSON: ${error.message}` : String(error),
    );
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
