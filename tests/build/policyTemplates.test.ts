import { readFileSync } from 'node:fs';
import { Window } from 'happy-dom';
import { expect, test } from 'vitest';
import { msiProperties, withPolicyProperties } from '../../build/msiPolicies.ts';
import { policyTemplates } from '../../build/policyTemplates.ts';
import { isChoice, parseRegistry, readSettings } from '../../desktop/main/policySources.ts';
import { type PolicyName, policy } from '../../shared/contracts/desktopPolicy.ts';

const policyNames = Object.keys(policy.shape) as PolicyName[];
const templates = policyTemplates();
const read = (file: string) => templates[file] ?? '';
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found ?? '');

function parseXml(text: string) {
  const parsed = new new Window().DOMParser().parseFromString(text, 'application/xml');
  expect(parsed.querySelector('parsererror')).toBeNull();
  return parsed;
}

test.each(Object.keys(templates))('%s is what the table of settings makes of it', (file) => {
  // Otherwise: npm run policy:templates
  expect(readFileSync(file, 'utf8')).toBe(read(file));
});

test('each setting stands in the templates and in the documentation', () => {
  const admx = read('build/policy/silong.admx');
  for (const name of policyNames) {
    expect(admx).toContain(`<policy name="${name}"`);
    expect(admx.includes(`<policy name="${name}_recommended"`)).toBe(isChoice(name));
    expect(read('build/policy/silong.mobileconfig')).toContain(`<key>${name}</key>`);
    expect(read('docs/workstations.md')).toContain(`| \`${name}\` |`);
  }
});

test('the group policy template has words and fields for all it names', () => {
  const admx = read('build/policy/silong.admx');
  const adml = read('build/policy/en-US/silong.adml');
  parseXml(admx);
  parseXml(adml);
  const strings = all(adml, /<string id="([^"]+)"/g);
  expect(new Set(strings).size).toBe(strings.length);
  expect(all(admx, /\$\(string\.([^)]+)\)/g).filter((id) => !strings.includes(id))).toEqual([]);
  const presentations = all(adml, /<presentation id="([^"]+)"/g);
  expect(all(admx, /\$\(presentation\.([^)]+)\)/g)).toEqual(presentations);
  const fields = all(admx, /<(?:text|decimal|enum|list) id="([^"]+)"/g);
  expect(all(adml, /refId="([^"]+)"/g)).toEqual(fields);
});

test('what group policy writes by the template is what the console reads', () => {
  const admx = read('build/policy/silong.admx');
  const lines = all(admx, /(<policy [\s\S]*?<\/policy>)/g).map((text) => {
    const key = /key="([^"]+)"/.exec(text)?.[1];
    const list = /<list id="[^"]+" key="([^"]+)"/.exec(text)?.[1];
    const name = /valueName="([^"]+)"/.exec(text)?.[1];
    const [minimum] = all(text, /minValue="(\d+)"/g);
    const [choice] = all(text, /<value><string>([^<]+)</g);
    const isText = text.includes('<text ');
    const value = text.includes('<enabledValue>')
      ? 'REG_DWORD    0x1'
      : minimum
        ? `REG_DWORD    0x${Number(minimum).toString(16)}`
        : `REG_SZ    ${choice ?? (name === 'minimumVersion' ? '1.0.0' : 'homes.example')}`;
    expect(Boolean(list) || isText || value.length > 0).toBe(true);
    return list
      ? `HKEY_LOCAL_MACHINE\\${list}\r\n    1    REG_SZ    ${list.includes('spellCheckLanguages') ? 'en-US' : 'homes.example'}`
      : `HKEY_LOCAL_MACHINE\\${key}\r\n    ${name}    ${value}`;
  });
  const { mandatory, recommended, notes } = readSettings(parseRegistry(lines.join('\r\n')));
  expect(notes).toEqual([]);
  expect(Object.keys(mandatory).sort()).toEqual([...policyNames].sort());
  expect(Object.keys(recommended).sort()).toEqual(policyNames.filter(isChoice).sort());
});

test('the profile’s settings, taken out of their comments, can all be used', () => {
  const text = read('build/policy/silong.mobileconfig');
  parseXml(text);
  const open = text.replace(/<!-- [^\n]*\n/g, '').replaceAll('-->', '');
  const [first] = parseXml(open).querySelectorAll('array > dict');
  const readValue = (element: Element | undefined): unknown => {
    switch (element?.tagName) {
      case 'true':
        return true;
      case 'integer':
        return Number(element.textContent);
      case 'array':
        return [...element.children].map(readValue);
      case 'dict':
        return entriesOf(element);
      default:
        return element?.textContent;
    }
  };
  const entriesOf = (dict: Element): Record<string, unknown> =>
    Object.fromEntries(
      [...dict.children].flatMap((child, index, children) =>
        child.tagName === 'key' && !child.textContent?.startsWith('Payload')
          ? [[child.textContent, readValue(children[index + 1])]]
          : [],
      ),
    );
  const { mandatory, recommended, notes } = readSettings(entriesOf(first as unknown as Element));
  expect(notes).toEqual([]);
  expect(Object.keys(mandatory).sort()).toEqual([...policyNames].sort());
  expect(Object.keys(recommended).sort()).toEqual(policyNames.filter(isChoice).sort());
});

test('the .msi’s properties are settings, and are written where the console reads them', () => {
  const template = readFileSync('node_modules/app-builder-lib/templates/msi/template.xml', 'utf8');
  const project = withPolicyProperties(template);
  for (const [property, name, type] of msiProperties) {
    expect(policyNames).toContain(name);
    expect(property).toBe(name.toUpperCase());
    expect(project).toContain(`<Property Id="${property}" Secure="yes"/>`);
    const written = type === 'integer' ? 'REG_DWORD    0x1' : 'REG_SZ    1.0.0';
    const line = `HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Silong\r\n    ${name}    ${written}`;
    expect(Object.keys(readSettings(parseRegistry(line)).mandatory)).toEqual([name]);
  }
  const components = /<ComponentGroup Id[\s\S]*<\/ComponentGroup>/.exec(project)?.[0] ?? '';
  parseXml(components);
  const guids = all(components, /Guid="([^"]+)"/g);
  expect(new Set(guids).size).toBe(msiProperties.length);
  for (const guid of guids) expect(guid).toMatch(/^[\dA-F]{8}(-[\dA-F]{4}){3}-[\dA-F]{12}$/);
  expect(withPolicyProperties(template)).toBe(project);
  expect(() => withPolicyProperties('<Wix/>')).toThrow(/has not one/);
});
