import { browserArguments, findBrowser } from '../support/browser.ts';
import { callers, cutWords, enterAs, openScreen, screens } from './support/display.ts';
import { expect, expectNoSidewaysScroll, test } from './support/fixtures.ts';

/*
 * The browser's own size of text, doubled, as people set it: what is measured in rem grows, the widths that the layout asks
 * for among them, and what is measured in pixels stays small, which is found here.
 */
const executablePath = findBrowser();
test.use({
  launchOptions: {
    args: [...browserArguments, '--blink-settings=defaultFontSize=32'],
    ...(executablePath ? { executablePath } : {}),
  },
});

for (const caller of callers)
  test(`the screens of a ${caller} hold text of twice the size`, async ({ page, server }) => {
    test.slow();
    await page.setViewportSize({ width: 1280, height: 1024 });
    await enterAs(page, server.url, caller);
    for (const path of screens[caller])
      await test.step(path, async () => {
        await openScreen(page, path);
        await expectNoSidewaysScroll(page);
        expect(await cutWords(page)).toEqual([]);
        const small = await page.evaluate(() => {
          const found = new Set<string>();
          const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const part = node.parentElement;
            if (!part || !node.textContent?.trim() || part.closest('svg, script, style')) continue;
            // Twice the smallest size that is used.
            if (part.checkVisibility() && Number.parseFloat(getComputedStyle(part).fontSize) < 20)
              found.add(`${part.tagName} ${node.textContent.trim().slice(0, 40)}`);
          }
          return [...found];
        });
        expect(small, 'text that did not grow').toEqual([]);
      });
  });
