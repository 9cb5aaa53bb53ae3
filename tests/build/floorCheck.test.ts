import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { floor, syntaxTargets } from '../../build/floor.mjs';
import { findInScript, findInStyles, readCompatData } from '../../build/floorCheck.ts';

const lacking = readCompatData();

const namesIn = (code: string) =>
  findInScript('a.js', code, lacking).map((fault) => /^a\.js: (.+?) is not in /.exec(fault)?.[1]);

describe('the floor', () => {
  it('is given to the tools that lower syntax and styles', () => {
    expect(syntaxTargets).toEqual(['chrome110', 'edge110', 'firefox115', 'safari16', 'ios16']);
  });

  it('is named in the README with the same versions', () => {
    const readme = readFileSync('README.md', 'utf8');
    const names: Record<string, string> = {
      chrome: 'Chrome',
      edge: 'Edge',
      firefox: 'Firefox',
      safari: 'Safari',
      ios_saf: 'iOS',
      samsung: 'Samsung Internet',
    };
    for (const [browser, version] of Object.entries(floor))
      expect(readme, browser).toContain(`${names[browser]} ${version}`);
  });
});

describe('a script', () => {
  it.each([
    ['layer.current?.hidePopover()', '.hidePopover()'],
    ['layer.current.showPopover()', '.showPopover()'],
    ['if (!URL.canParse(text)) show()', 'URL.canParse'],
    ['if (window.URL.canParse(text)) show()', 'URL.canParse'],
    ['rows.filter((row) => row.checkVisibility())', '.checkVisibility()'],
    ['const answer = Response.json({})', 'Response.json'],
    ['requestIdleCallback(work)', 'requestIdleCallback'],
    ['window.requestIdleCallback(work)', 'window.requestIdleCallback'],
    ['Promise.withResolvers()', 'Promise.withResolvers'],
    ['Object.groupBy(rows, nameOf)', 'Object.groupBy'],
    ['new Intl.Segmenter("en")', 'Intl.Segmenter'],
    ['document.startViewTransition(draw)', 'document.startViewTransition'],
    ['navigator.userAgentData.brands.map(nameOf)', 'navigator.userAgentData'],
    ['one.isSubsetOf(other)', '.isSubsetOf()'],
    ['new CookieStore()', 'CookieStore'],
    ['text.match(/(?<=a)b/)', 'lookbehind'],
    ['new RegExp("(?<!a)b")', 'lookbehind'],
    ['text.match(/[a--b]/v)', 'flag v'],
    ['new RegExp("[a--b]", "v")', 'flag v'],
    ['class List { static { start() } }', 'static block'],
  ])('%s is found', (code, name) => {
    expect(namesIn(code)).toContain(name);
  });

  it.each([
    'layer.current?.hidePopover?.()',
    'layer.checkVisibility?.() === false',
    'function isShown(e) { return typeof e.checkVisibility === "function" ? e.checkVisibility() : true }',
    'function wait(f) { if ("requestIdleCallback" in window) requestIdleCallback(f); else setTimeout(f) }',
    'function wait(f) { return typeof requestIdleCallback < "u" && requestIdleCallback(f) }',
    'function send(it) { if (navigator.share) navigator.share(it) }',
    'try { document.startViewTransition(draw) } catch { draw() }',
    // Each is in all of them.
    'rows.toSorted(byName).with(0, row).findLast(isNew)',
    'AbortSignal.timeout(5000); Object.hasOwn(a, b); CSS.escape(name)',
    // Names of other things.
    'show({ navigation: props.navigation })',
    'import { navigation as n } from "./a.js"; n()',
  ])('%s is not', (code) => {
    expect(namesIn(code)).toEqual([]);
  });
});

describe('a style sheet', () => {
  const stylesIn = (code: string) => findInStyles('a.css', code, lacking).map((fault) => fault.split(' ')[1]);

  it('has no selector that a browser drops the rule for', () => {
    expect(stylesIn('.a:popover-open, .b { color: red }')).toEqual([':popover-open']);
    expect(stylesIn('.a:is([open], :popover-open) { color: red }')).toEqual([]);
    expect(stylesIn('.a { color: red; & .b { color: blue } }')).toEqual(['&']);
    expect(stylesIn('.\\[\\&_a\\]\\:popover-open a { color: red }')).toEqual([]);
  });

  it('has no at-rule whose content one drops', () => {
    expect(stylesIn('@starting-style { .a { opacity: 0 } }')).toEqual(['@starting-style']);
    expect(stylesIn('@media (min-width: 40rem) { @container (width >= 46rem) { .a { color: red } } }')).toEqual(
      [],
    );
  });
});
