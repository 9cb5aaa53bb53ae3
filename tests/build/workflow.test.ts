import { accessSync, constants, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const workflow = readFileSync('.github/workflows/desktop.yml', 'utf8');
const found = (pattern: RegExp) => [...new Set([...workflow.matchAll(pattern)].map(([whole]) => whole))];

test('what the workflow runs is there', () => {
  const scripts = found(/\.ci\/[\w-]+/g);
  expect(scripts.sort()).toEqual(['.ci/install-desktop', '.ci/start-desktop', '.ci/with-screen']);
  for (const script of scripts) accessSync(script, constants.X_OK);
  for (const file of found(/build\/\w+\.ts/g)) accessSync(file);
  for (const spec of found(/\w+\.spec\.ts/g)) accessSync(`tests/desktop/e2e/${spec}`);
});

test('it builds, installs, starts and drives the console on each of the three systems', () => {
  for (const system of ['ubuntu', 'windows', 'macos']) expect(workflow).toMatch(new RegExp(`system: ${system}`));
  const steps = ['Build the packages', 'Install', 'Start', 'Drive a real Electron', 'Drive an installed console'];
  const places = steps.map((step) => workflow.indexOf(`- name: ${step}\n`));
  expect(places.every((place) => place > 0)).toBe(true);
  expect(places.toSorted((one, other) => one - other)).toEqual(places);
});

test('a stranger’s proposal is built without certificates', () => {
  for (const name of ['WIN_CSC_LINK', 'CSC_LINK'])
    expect(workflow).toContain(`${name}: \${{ github.event_name != 'pull_request' && secrets.${name} || '' }}`);
  expect(workflow).toContain('permissions:\n  contents: read');
  expect(workflow).not.toContain('pull_request_target');
});
