import { chromium } from '@playwright/test';
import { browserArguments, findBrowser } from '#tests/support/browser.ts';

const SWITCHES = 30;
const WORDS = 'The unit is free from the first of the month, with one parking slot. ';
/** Two pictures of a screen of 60 Hz: a wait longer than this between two of them is a picture that was left out. */
const FRAMES_MS = 2 * (1_000 / 60) + 2;

const quantile = (values: readonly number[], part: number) =>
  values.toSorted((one, other) => one - other)[
    Math.min(values.length - 1, Math.floor(values.length * part))
  ] ?? 0;

/**
 * The built Desk in a browser, beside the smallest page of the same server in the same run: opening it, going from one
 * client to the next, and typing.
 * @param session as the web keeps it. @returns lines to print.
 */
export async function measureInBrowser(
  url: string,
  session: { token: string; user: object },
): Promise<string[]> {
  const executablePath = findBrowser('whole');
  const browser = await chromium.launch({
    args: browserArguments,
    ...(executablePath ? { executablePath } : {}),
  });
  const lines: string[] = [];
  const tell = (name: string, values: readonly number[]) =>
    lines.push(
      `${name.padEnd(44)} p50 ${quantile(values, 0.5).toFixed(0).padStart(5)} ms, p95 ${quantile(values, 0.95).toFixed(0).padStart(5)} ms`,
    );
  try {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      timezoneId: 'Asia/Manila',
    });
    const page = await context.newPage();
    // tsx wraps named functions in this helper, which the page does not have.
    await page.addInitScript('globalThis.__name = (work) => work');
    await page.addInitScript(
      ([token, user]) => {
        if (window.origin === 'null') return;
        localStorage.setItem('silong_token', token);
        localStorage.setItem('silong_user', user);
      },
      [session.token, JSON.stringify(session.user)] as const,
    );
    const open = async (path: string, shown: string) => {
      const times: number[] = [];
      for (let at = 0; at < 6; at += 1) {
        await page.goto('about:blank');
        const from = performance.now();
        await page.goto(url + path, { waitUntil: 'commit' });
        await page.locator(shown).first().waitFor();
        // The first visit fills the browser's cache; the console's window has it.
        if (at > 0) times.push(performance.now() - from);
      }
      return times;
    };
    tell('smallest page (/about) until its heading', await open('/about', 'h1'));
    tell('the Desk until its first row', await open('/desk', '[role=option]'));

    // Measured in the page: what the driver takes is not the reader's.
    await page.keyboard.press('j');
    await page.getByRole('region', { name: 'Conversation' }).getByRole('log').waitFor();
    await page.waitForLoadState('networkidle');
    const switches: number[] = [];
    for (let at = 0; at < SWITCHES; at += 1) {
      switches.push(
        await page.evaluate(
          () =>
            new Promise<number>((resolve) => {
              const heading = () =>
                document.querySelector('section[aria-label="Conversation"] h2')?.textContent ?? '';
              const entries = () => document.querySelector('[role=log]')?.childElementCount ?? 0;
              const before = heading();
              const from = performance.now();
              const look = () => {
                if (heading() !== before && entries() > 0)
                  requestAnimationFrame(() => resolve(performance.now() - from));
                else requestAnimationFrame(look);
              };
              const key = { key: 'j', code: 'KeyJ', bubbles: true, cancelable: true };
              (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', key));
              look();
            }),
        ),
      );
      // As quickly as somebody who reads the names: the neighbours are fetched meanwhile.
      await page.waitForTimeout(400);
    }
    tell('to the next client, until it is drawn', switches);

    await page.keyboard.press('r');
    await page.evaluate(() => {
      const marks = { gaps: [] as number[], isOver: false };
      Object.assign(window, { marks });
      let last = performance.now();
      const frame = (now: number) => {
        marks.gaps.push(now - last);
        last = now;
        if (!marks.isOver) requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    });
    await page.keyboard.type(WORDS.repeat(3), { delay: 25 });
    const gaps = await page.evaluate(() => {
      const { marks } = window as unknown as { marks: { gaps: number[]; isOver: boolean } };
      marks.isOver = true;
      return marks.gaps.slice(1);
    });
    const late = gaps.filter((gap) => gap > FRAMES_MS).length;
    tell('typing, from picture to picture', gaps);
    lines.push(`${'typing, pictures left out'.padEnd(44)} ${late} of ${gaps.length}`);
  } finally {
    await browser.close();
  }
  return lines;
}
