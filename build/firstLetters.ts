import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

/**
 * `npm run fonts`, after a change of the font's package: writes the commonest letters of the font, in the weights that the product uses, as
 * faces of their own beside `firstLetters.css` (16 KB for 49). Of two faces with one character the later one counts in a style sheet.
 */
const FOLDER = 'web/app/theme';
/** The letters of English and Filipino pages. */
const COMMON = `${String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 0x20 + index))} áéíóúüñÁÉÍÓÚÜÑ©°²·×–—‘’“”•…`;
/** From regular to extra bold. */
const WEIGHTS = { min: 400, max: 800 };
/** The peso sign stands in a file of 22 KB whose other letters hardly a page has. */
const FACES = [
  { subset: 'latin', text: COMMON },
  { subset: 'latin-ext', text: '₱' },
];

/** @returns in the notation of CSS: 'U+20-7E,U+A9'. */
function unicodeRange(text: string): string {
  const ranges: [number, number][] = [];
  for (const code of [...new Set(text)].map((letter) => letter.charCodeAt(0)).sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  const hex = (code: number) => code.toString(16).toUpperCase();
  return ranges.map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`)).join(', ');
}

const sheet = fileURLToPath(import.meta.resolve('@fontsource-variable/plus-jakarta-sans/index.css'));
const css = readFileSync(sheet, 'utf8');
const rules: string[] = [];
for (const { subset, text } of FACES) {
  const [face, file] =
    new RegExp(
      `@font-face \\{[^{}]*url\\(\\./(files/[\\w-]+-sans-${subset}-wght-normal\\.woff2)\\)[^{}]*\\}`,
    ).exec(css) ?? [];
  if (!face || !file) throw new Error(`The font's package names the files of ${subset} in another way`);
  const own = `fonts/${path.basename(file).replace(subset, `${subset}-first`)}`;
  const font = await subsetFont(readFileSync(path.join(path.dirname(sheet), file)), text, {
    targetFormat: 'woff2',
    variationAxes: { wght: WEIGHTS },
  });
  writeFileSync(path.join(FOLDER, own), font);
  rules.push(
    face
      .replace(`url(./${file})`, `url("./${own}")`)
      .replaceAll("'", '"')
      .replace(/unicode-range: [^;]*;/, `unicode-range: ${unicodeRange(text)};`),
  );
}
writeFileSync(path.join(FOLDER, 'firstLetters.css'), `/* Written by npm run fonts. */\n${rules.join('\n\n')}\n`);
