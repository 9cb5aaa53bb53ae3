import { z } from 'zod';
import { policy } from '#shared/contracts/desktopPolicy.ts';

export const POLICIES_KEY = 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies';
export const CONSOLE_KEY = `${POLICIES_KEY}\\Silong`;

/** Runs `reg.exe`. @throws when it ends with anything but 0. */
export type Reg = (args: string[]) => Promise<string>;

/**
 * What group policy has written for the console, as `readSettings` takes it; null when there is none.
 * @throws when the registry cannot be read. That a key is missing is told by the list of its neighbours: `reg.exe`
 * answers 1 for everything, with words of the system's language.
 */
export async function readRegistry(reg: Reg): Promise<Record<string, unknown> | null> {
  const neighbours = await reg(['query', POLICIES_KEY, '/reg:64']);
  const isThere = lines(neighbours).some((line) => line.toLowerCase() === CONSOLE_KEY.toLowerCase());
  return isThere ? parseRegistry(await reg(['query', CONSOLE_KEY, '/s', '/reg:64'])) : null;
}

/** The folder for all people's data, from where the system itself keeps it: anybody may set a variable. */
export async function readProgramData(reg: Reg): Promise<string> {
  const key = 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\Explorer\\Shell Folders';
  const said = await reg(['query', key, '/v', 'Common AppData', '/reg:64']);
  const [, folder] =
    /^ {4}Common AppData {4}REG_SZ {4}([A-Za-z]:\\.+)$/m.exec(said.replaceAll('\r', '')) ?? [];
  if (!folder) throw new Error('the registry does not say where ProgramData is');
  return folder.trim();
}

/** The output of `reg query KEY /s`: keys by their whole names, values four spaces further in. */
export function parseRegistry(text: string): Record<string, unknown> {
  const mandatory: Record<string, unknown> = {};
  const recommended: Record<string, unknown> = {};
  let path = '';
  for (const line of lines(text)) {
    if (/^HKEY_/i.test(line)) {
      path = line.slice(CONSOLE_KEY.length + 1);
      continue;
    }
    const [, name, type, data = ''] = /^ {4}(.*?) {4}(REG_\w+)(?: {4}(.*))?$/.exec(line) ?? [];
    if (name === undefined || type === undefined) continue;
    const [first = '', second] = path.split('\\');
    const isRecommended = first.toLowerCase() === 'recommended';
    const settings = isRecommended ? recommended : mandatory;
    // A list is a key of its own, whose values are numbered.
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
