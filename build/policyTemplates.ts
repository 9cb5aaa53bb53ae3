import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { policy } from '../shared/contracts/desktopPolicy.ts';
import { msiProperties } from './msiPolicies.ts';

/**
 * Writes the policy templates for administrators of workstations from the table of settings: `npm run policy:templates`.
 * tests/build/policyTemplates.test.ts compares the files with the table.
 */
const DOCUMENT = 'docs/workstations.md';
const MARKS = ['<!-- settings: npm run policy:templates -->', '<!-- end of settings -->'] as const;
const REGISTRY_KEY = 'SOFTWARE\\Policies\\Silong';
const DOMAIN = 'ph.silong.console';

interface Setting {
  name: string;
  title: string;
  description: string;
  isChoice: boolean;
  type: 'boolean' | 'integer' | 'string' | 'array';
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  values?: string[];
}

type JsonSchema = Omit<Setting, 'name' | 'values' | 'isChoice'> & { enum?: string[]; isChoice?: boolean };

function readSettings(): Setting[] {
  const { properties } = z.toJSONSchema(policy, { io: 'input' }) as {
    properties: Record<string, JsonSchema>;
  };
  return Object.entries(properties).map(([name, { enum: values, isChoice = false, ...schema }]) => ({
    ...schema,
    name,
    isChoice,
    ...(values ? { values } : {}),
  }));
}

/** Each file and its content. */
export function policyTemplates(document = readFileSync(DOCUMENT, 'utf8')): Record<string, string> {
  const settings = readSettings();
  return {
    'build/policy/silong.admx': admx(settings),
    'build/policy/en-US/silong.adml': adml(settings),
    'build/policy/silong.mobileconfig': mobileconfig(settings),
    [DOCUMENT]: withTable(document, settings),
  };
}

const xml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A setting that may be a default has two policies: the enforced value and the initial value. */
function rows(settings: Setting[]) {
  return settings.flatMap((setting) => [
    { setting, id: setting.name, key: REGISTRY_KEY, category: 'Silong' },
    ...(setting.isChoice
      ? [
          {
            setting,
            id: `${setting.name}_recommended`,
            key: `${REGISTRY_KEY}\\Recommended`,
            category: 'SilongRecommended',
          },
        ]
      : []),
  ]);
}

function elementOf({ name, type, minimum, maximum, maxLength, values }: Setting, key: string): string {
  const head = `id="${name}" valueName="${name}"`;
  if (values) {
    const items = values.map(
      (value) => `<item displayName="$(string.${name}_${value})"><value><string>${value}</string></value></item>`,
    );
    return `<enum ${head} required="true">${items.join('')}</enum>`;
  }
  if (type === 'integer') return `<decimal ${head} required="true" minValue="${minimum}" maxValue="${maximum}" />`;
  if (type === 'array') return `<list id="${name}" key="${key}\\${name}" valuePrefix="" />`;
  return `<text ${head} required="true" maxLength="${maxLength ?? 100}" />`;
}

function admx(settings: Setting[]): string {
  const policies = rows(settings).map(({ setting, id, key, category }) => {
    const head = `<policy name="${id}" class="Machine" displayName="$(string.${id})" explainText="$(string.${setting.name}_help)" key="${key}"`;
    const inside = `<parentCategory ref="${category}" />
      <supportedOn ref="SUPPORTED_Silong" />`;
    return setting.type === 'boolean'
      ? `    ${head} valueName="${setting.name}">
      ${inside}
      <enabledValue><decimal value="1" /></enabledValue>
      <disabledValue><decimal value="0" /></disabledValue>
    </policy>`
      : `    ${head} presentation="$(presentation.${id})">
      ${inside}
      <elements>${elementOf(setting, key)}</elements>
    </policy>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitions xmlns="http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions" revision="1.0" schemaVersion="1.0">
  <policyNamespaces>
    <target prefix="silong" namespace="Silong.Policies.Console" />
  </policyNamespaces>
  <resources minRequiredRevision="1.0" />
  <supportedOn>
    <definitions>
      <definition name="SUPPORTED_Silong" displayName="$(string.SUPPORTED_Silong)" />
    </definitions>
  </supportedOn>
  <categories>
    <category name="Silong" displayName="$(string.Silong)" />
    <category name="SilongRecommended" displayName="$(string.SilongRecommended)">
      <parentCategory ref="Silong" />
    </category>
  </categories>
  <policies>
${policies.join('\n')}
  </policies>
</policyDefinitions>
`;
}

function presentationOf({ name, title, type, values }: Setting): string {
  if (values) return `<dropdownList refId="${name}" noSort="true" defaultItem="0">${xml(title)}</dropdownList>`;
  if (type === 'integer')
    return `<decimalTextBox refId="${name}" defaultValue="10">${xml(title)}</decimalTextBox>`;
  if (type === 'array') return `<listBox refId="${name}">${xml(title)}</listBox>`;
  return `<textBox refId="${name}"><label>${xml(title)}</label></textBox>`;
}

function adml(settings: Setting[]): string {
  const strings = [
    ['SUPPORTED_Silong', 'The console of Silong'],
    ['Silong', 'Silong'],
    ['SilongRecommended', 'Silong: defaults that people may change'],
    ...rows(settings).map(({ id, setting }) => [id, setting.title] as const),
    ...settings.map(({ name, description }) => [`${name}_help`, description] as const),
    ...settings.flatMap(({ name, values = [] }) => values.map((value) => [`${name}_${value}`, value] as const)),
  ].map(([id = '', text = '']) => `      <string id="${id}">${xml(text)}</string>`);
  const presentations = rows(settings)
    .filter(({ setting }) => setting.type !== 'boolean')
    .map(({ id, setting }) => `      <presentation id="${id}">${presentationOf(setting)}</presentation>`);
  return `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitionResources xmlns="http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions" revision="1.0" schemaVersion="1.0">
  <displayName>Silong</displayName>
  <description>Settings of Silong's console on workstations</description>
  <resources>
    <stringTable>
${strings.join('\n')}
    </stringTable>
    <presentationTable>
${presentations.join('\n')}
    </presentationTable>
  </resources>
</policyDefinitionResources>
`;
}

/** An example value of a setting. */
export function exampleOf({
  name,
  type,
  values,
  minimum = 1,
}: Pick<Setting, 'name' | 'type' | 'values' | 'minimum'>) {
  if (values) return values[0] ?? '';
  if (type === 'boolean') return true;
  if (type === 'integer') return Math.max(minimum, 10);
  if (type === 'array') return [name === 'spellCheckLanguages' ? 'en-US' : 'https://homes.example'];
  return { organisation: 'Reyes Realty', serverUrl: 'https://homes.example', minimumVersion: '1.0.0' }[name] ?? '';
}

function plistValue(value: unknown): string {
  if (Array.isArray(value)) return `<array>${value.map(plistValue).join('')}</array>`;
  if (typeof value === 'boolean') return value ? '<true/>' : '<false/>';
  return typeof value === 'number' ? `<integer>${value}</integer>` : `<string>${xml(String(value))}</string>`;
}

/** Every setting stands in a comment, from which an administrator takes it. */
function mobileconfig(settings: Setting[]): string {
  const lines = (chosen: Setting[], indent: string) =>
    chosen
      .map(
        (setting) =>
          `${indent}<!-- ${setting.title}: ${setting.description}\n${indent}<key>${setting.name}</key>${plistValue(exampleOf(setting))}\n${indent}-->`,
      )
      .join('\n');
  const [organisation, ...others] = settings;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>PayloadType</key><string>Configuration</string>
  <key>PayloadVersion</key><integer>1</integer>
  <key>PayloadIdentifier</key><string>${DOMAIN}.profile</string>
  <key>PayloadUUID</key><string>6B0C1D52-3B0E-4E57-9C7C-0B7E5E0A7A11</string>
  <key>PayloadDisplayName</key><string>Silong</string>
  <key>PayloadScope</key><string>System</string>
  <key>PayloadContent</key>
  <array>
    <dict>
      <key>PayloadType</key><string>${DOMAIN}</string>
      <key>PayloadVersion</key><integer>1</integer>
      <key>PayloadIdentifier</key><string>${DOMAIN}.settings</string>
      <key>PayloadUUID</key><string>0F6C8C0E-2E0A-4B0C-8B5B-5C1B7C3E4D22</string>
      <key>PayloadDisplayName</key><string>Silong</string>
      <key>${organisation?.name}</key>${plistValue(organisation && exampleOf(organisation))}
${lines(others, '      ')}
      <key>recommended</key>
      <dict>
${lines(
  settings.filter(({ isChoice }) => isChoice),
  '        ',
)}
      </dict>
    </dict>
  </array>
</dict>
</plist>
`;
}

function withTable(document: string, settings: Setting[]): string {
  const [before, rest] = document.split(MARKS[0]);
  const after = rest?.split(MARKS[1])[1];
  if (before === undefined || after === undefined) throw new Error(`${DOCUMENT} has no place for the settings`);
  const kind = ({ type, values, minimum, maximum }: Setting) =>
    values
      ? values.map((value) => `\`${value}\``).join(' or ')
      : { boolean: 'yes or no', integer: `${minimum} to ${maximum}`, string: 'text', array: 'list' }[type];
  const lines = settings.map((setting) => {
    const property = msiProperties.find(([, name]) => name === setting.name)?.[0];
    return `| \`${setting.name}\` | ${kind(setting)} | ${setting.isChoice ? 'yes' : ''} | ${property ? `\`${property}\`` : ''} | ${setting.description} |`;
  });
  return `${before}${MARKS[0]}

| Setting | Value | Also as a default | .msi property | What it does |
| ------- | ----- | ----------------- | ------------- | ------------ |
${lines.join('\n')}

${MARKS[1]}${after}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const [file, content] of Object.entries(policyTemplates())) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
