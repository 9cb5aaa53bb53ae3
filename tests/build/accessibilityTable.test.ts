import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const table = readFileSync('docs/accessibility.md', 'utf8');

/** Levels A and AA of https://www.w3.org/TR/WCAG22/; 4.1.1 is obsolete. */
const criteria = `
  1.1.1 A
  1.2.1 A, 1.2.2 A, 1.2.3 A, 1.2.4 AA, 1.2.5 AA
  1.3.1 A, 1.3.2 A, 1.3.3 A, 1.3.4 AA, 1.3.5 AA
  1.4.1 A, 1.4.2 A, 1.4.3 AA, 1.4.4 AA, 1.4.5 AA, 1.4.10 AA, 1.4.11 AA, 1.4.12 AA, 1.4.13 AA
  2.1.1 A, 2.1.2 A, 2.1.4 A
  2.2.1 A, 2.2.2 A
  2.3.1 A
  2.4.1 A, 2.4.2 A, 2.4.3 A, 2.4.4 A, 2.4.5 AA, 2.4.6 AA, 2.4.7 AA, 2.4.11 AA
  2.5.1 A, 2.5.2 A, 2.5.3 A, 2.5.4 A, 2.5.7 AA, 2.5.8 AA
  3.1.1 A, 3.1.2 AA
  3.2.1 A, 3.2.2 A, 3.2.3 AA, 3.2.4 AA, 3.2.6 A
  3.3.1 A, 3.3.2 A, 3.3.3 AA, 3.3.4 AA, 3.3.7 A, 3.3.8 AA
  4.1.2 A, 4.1.3 AA
`
  .split(',')
  .flatMap((part) => part.split('\n'))
  .map((part) => part.trim())
  .filter(Boolean);

test('the table has a row for each criterion of WCAG 2.2 A and AA, and no other', () => {
  const rows = [...table.matchAll(/^\| (\d\.\d\.\d+) [^|]+ \| (AA?) \| [^|]+ \| [^|]+ \|$/gm)];
  expect(rows.map(([, number, level]) => `${number} ${level}`)).toEqual(criteria);
  expect(criteria).toHaveLength(55);
});

test('each criterion has a test, or the reason why a person has to look', () => {
  const shown = [...table.matchAll(/^\| (\d\.\d\.\d+) .*\| ([^|]+) \|$/gm)];
  expect(shown).toHaveLength(criteria.length);
  expect(shown.filter(([, , what = '']) => !/`tests\/|a person looks: /.test(what))).toEqual([]);
});

test('each test that it names is there', () => {
  const named = [...table.matchAll(/`(tests\/[^`]+)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

const screens = readdirSync('web', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(tsx?|css)$/.test(path))
  .map((path) => ({ path: `web/${path}`, text: readFileSync(`web/${path}`, 'utf8') }));
const holders = (words: RegExp) => screens.filter(({ text }) => words.test(text)).map(({ path }) => path);

test('no page holds sound, film or another page, or asks how the device is held or moved', () => {
  expect(screens.length).toBeGreaterThan(480);
  expect(holders(/<(audio|video|iframe|embed)\b/)).toEqual([]);
  expect(holders(/devicemotion|deviceorientation|orientation\.lock|\(orientation:/)).toEqual([]);
});

test('what moves without an end takes longer than a third of a second for each turn', () => {
  const turns = screens.flatMap(({ text }) =>
    [...text.matchAll(/animat[\w-]*: [^;]*?([\d.]+)(m?s)[^;]*\binfinite\b/g)].map(
      ([, amount = '0', unit]) => Number(amount) / (unit === 'ms' ? 1000 : 1),
    ),
  );
  expect(turns.length).toBeGreaterThan(3);
  expect(turns.filter((seconds) => seconds < 1 / 3)).toEqual([]);
});

test('pressing without letting go does nothing but begin a drag, keep the focus, fetch a part, give up waiting keys, or close what lies outside', () => {
  expect(holders(/onMouseDown|onPointerDown|onTouchStart|'(mouse|pointer)down'|'touchstart'/).sort()).toEqual([
    'web/features/conversations/thread/ConversationView.tsx',
    'web/features/desk/thread/Composer.tsx',
    'web/features/map/AreaLayers.tsx',
    'web/features/map/PropertyMap.tsx',
    'web/features/notifications/NotificationPanel.tsx',
    'web/features/profile/AvatarDialog.tsx',
    'web/features/properties/cards/PropertyCard.tsx',
    'web/features/properties/list/PillPanel.tsx',
    'web/features/properties/list/PriceRange.tsx',
    'web/features/properties/search/SuggestionList.tsx',
    'web/features/savedReplies/SavedRepliesButton.tsx',
    'web/features/viewings/calendar/CalendarGrid.tsx',
    'web/lib/keptKeys.ts',
    'web/lib/useSwipe.ts',
    'web/ui/controls/ComboBox.tsx',
    'web/ui/dialogs/Dialog.tsx',
    'web/ui/dialogs/Menu.tsx',
    'web/ui/layout/SplitPanes.tsx',
    'web/ui/states/WhenNear.tsx',
  ]);
});

test('no words find a control by its colour, shape or place alone', () => {
  const texts = [...readFileSync('locales/en.po', 'utf8').matchAll(/^msgid "(.+)"$/gm)].map(([, text]) => text);
  expect(texts.length).toBeGreaterThan(2_000);
  const leaning =
    /\b(green|red|blue|yellow|gray|round|square|left|right|upper|lower)(-hand)? (button|icon|link|field|box|mark|arrow|corner|side)\b|\bon the (left|right)\b/i;
  expect(texts.filter((text) => leaning.test(text ?? ''))).toEqual([]);
});
