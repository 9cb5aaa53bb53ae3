import { createHash } from 'node:crypto';

/** Properties that `msiexec /i Silong.msi SERVERURL=https://homes.example` can set for the computer. Lists need group policy. */
export const msiProperties = [
  ['ORGANISATION', 'organisation', 'string'],
  ['SERVERURL', 'serverUrl', 'string'],
  ['DISABLECACHE', 'disableCache', 'integer'],
  ['DISABLEREMEMBERME', 'disableRememberMe', 'integer'],
  ['CLEARDATAATLOGOUT', 'clearDataAtLogOut', 'integer'],
  ['DISABLEDEVTOOLS', 'disableDevTools', 'integer'],
  ['IDLELOCKMINUTES', 'idleLockMinutes', 'integer'],
  ['NOTIFICATIONPREVIEWS', 'notificationPreviews', 'integer'],
  ['OPENATLOGIN', 'openAtLogin', 'integer'],
  ['MINIMUMVERSION', 'minimumVersion', 'string'],
] as const;

const PROPERTIES_BEFORE = '<Directory Id="TARGETDIR"';
const COMPONENTS_END = '</ComponentGroup>';

/**
 * Adds the properties to the project that electron-builder has written. Their registry values stay when a version is installed without them
 * and when the console is removed.
 * @param project WiX source.
 * @throws {Error} for a project in another form, after a change of electron-builder.
 */
export function withPolicyProperties(project: string): string {
  for (const mark of [PROPERTIES_BEFORE, COMPONENTS_END])
    if (project.split(mark).length !== 2) throw new Error(`The .msi's project has not one ${mark}`);
  const properties = msiProperties.map(([property]) => `<Property Id="${property}" Secure="yes"/>`);
  const components = msiProperties.map(
    ([property, name, type]) => `  <Component Id="policy_${name}" Guid="${guidOf(name)}" Permanent="yes">
        <Condition>${property}</Condition>
        <RegistryValue Root="HKLM" Key="SOFTWARE\\Policies\\Silong" Name="${name}" Type="${type}" Value="[${property}]" KeyPath="yes"/>
      </Component>`,
  );
  return project
    .replace(PROPERTIES_BEFORE, () => `${properties.join('\n    ')}\n\n    ${PROPERTIES_BEFORE}`)
    .replace(COMPONENTS_END, () => `${components.join('\n    ')}\n    ${COMPONENTS_END}`);
}

/** The same in every version: Windows identifies the component by it. */
function guidOf(name: string): string {
  const hex = createHash('sha256').update(`ph.silong.console policy ${name}`).digest('hex').toUpperCase();
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `A${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
