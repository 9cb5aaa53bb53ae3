import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** The console uses no API that Electron's typings deprecate, as the next major version may remove it. */
const typings = readFileSync('node_modules/electron/electron.d.ts', 'utf8');
const sources = readdirSync('desktop', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name, text: readFileSync(path.join('desktop', name), 'utf8') }));

interface Found {
  owner: string;
  member: string;
}

/** Deprecated methods and properties, with their class. */
function readMembers(): Found[] {
  let owner = '';
  let isDeprecated = false;
  const found: Found[] = [];
  for (const line of typings.split('\n')) {
    owner = /^ {2}(?:class|interface) (\w+)/.exec(line)?.[1] ?? owner;
    if (/^ {4,5}\* @deprecated/.test(line)) isDeprecated = true;
    else if (/^ {4}[a-z]/.test(line)) {
      const member = /^ {4}(?:static |readonly )?(\w+)\??[(:]/.exec(line)?.[1];
      if (isDeprecated && member && member !== 'on') found.push({ owner, member });
      isDeprecated = false;
    }
  }
  return found;
}

/** Events of which only the first argument is not deprecated. */
function readEvents(): string[] {
  const listeners = typings.matchAll(/^ {4}on\(event: '([\w-]+)', listener: \(([^;]*?)\) => void\): this;/gm);
  return [...listeners].filter(([, , given = '']) => given.includes('@deprecated')).map(([, name = '']) => name);
}

const members = readMembers();
const events = readEvents();

test('the typings are read as they are written', () => {
  expect(members).toContainEqual({ owner: 'SafeStorage', member: 'encryptString' });
  expect(members).toContainEqual({ owner: 'WebContents', member: 'goBack' });
  expect(events).toEqual(expect.arrayContaining(['will-navigate', 'will-redirect', 'console-message', 'reply']));
  expect(sources.length).toBeGreaterThan(20);
});

test('no deprecated class, method or property is named', () => {
  // Members of BrowserView also exist in other classes.
  const names = members.filter(({ owner }) => owner !== 'BrowserView').map(({ member }) => member);
  const said = sources.flatMap(({ name, text }) =>
    ['BrowserView', ...names].filter((word) => new RegExp(`\\b${word}\\b`).test(text)).map((word) => [name, word]),
  );
  expect(said).toEqual([]);
});

test('no deprecated argument of an event is taken', () => {
  const taken = sources.flatMap(({ name, text }) =>
    events.flatMap((event) =>
      [...text.matchAll(new RegExp(`\\.(?:on|once)\\('${event}', \\(([^)]*)\\)`, 'g'))]
        .filter(([, given = '']) => given.replace(/\{[^}]*\}/g, 'details').includes(','))
        .map(([call]) => [name, call]),
    ),
  );
  expect(taken).toEqual([]);
});
