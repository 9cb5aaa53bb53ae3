import type { Locator, Page } from '@playwright/test';
import { PropertyList } from './pages/propertyList.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/fixtures.ts';

interface Point {
  id: number;
  lat: number;
  lng: number;
  price: number;
  listing_type: string;
}

const mapOf = (page: Page) => page.getByRole('region', { name: 'Map of properties' });
const canvasOf = (page: Page) => mapOf(page).locator('.leaflet-container');
const badges = (page: Page) => mapOf(page).getByRole('button', { name: /^Edit drawn area \d$/ });
const areasOf = (page: Page) => new URL(page.url()).searchParams.getAll('area');

async function openMap(page: Page, query = ''): Promise<void> {
  await page.goto(`/properties?view=map${query}`);
  await expect(mapOf(page).getByText(/^Showing [1-9]/)).toBeVisible();
}

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error('It is not on the screen');
  return box;
}

async function dataOf<Data>(page: Page, path: string): Promise<Data> {
  const { data } = await (await page.request.get(path)).json();
  return data;
}

const pointsOf = async (page: Page, query = '') =>
  dataOf<{ points: Point[]; total: number }>(page, `/api/properties/map?status=available${query}`);

/** By the crossings of a ray, apart from the server's way. */
function isInside(corners: readonly [number, number][], { lat, lng }: Point): boolean {
  let inside = false;
  for (const [index, [lat1, lng1]] of corners.entries()) {
    const [lat2, lng2] = corners[(index + 1) % corners.length] as [number, number];
    if (lat1 > lat !== lat2 > lat && lng < ((lng2 - lng1) * (lat - lat1)) / (lat2 - lat1) + lng1) inside = !inside;
  }
  return inside;
}

const cornersOf = (area: string) =>
  area.split(';').map((corner) => corner.split(',').map(Number) as [number, number]);

/** Around the middle of the map, so far in each direction. */
async function circleOn(page: Page, radius: number) {
  const box = await boxOf(canvasOf(page));
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return Array.from({ length: 40 }, (_, step) => {
    const angle = (step / 40) * 2 * Math.PI;
    return { x: middle.x + radius * Math.cos(angle), y: middle.y + radius * Math.sin(angle) };
  });
}

async function drawByMouse(page: Page, radius: number): Promise<void> {
  await mapOf(page)
    .getByRole('button', { name: /^(Draw|Add) area$/ })
    .click();
  const [first, ...rest] = await circleOn(page, radius);
  if (!first) return;
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  for (const { x, y } of rest) await page.mouse.move(x, y);
  await page.mouse.up();
}

/** The list, its heading and the legend count the listings in the areas of the address, no more and no less. */
async function expectCounted(page: Page): Promise<number> {
  const all = await pointsOf(page);
  const areas = areasOf(page).map(cornersOf);
  const inside = all.points.filter((point) => areas.some((corners) => isInside(corners, point))).length;
  const query = areasOf(page)
    .map((area) => `&area=${encodeURIComponent(area)}`)
    .join('');
  const { pagination } = await dataOf<{ pagination: { total: number } }>(
    page,
    `/api/properties?status=available${query}`,
  );
  expect(pagination.total).toBe(inside);
  await expect.poll(() => new PropertyList(page).count()).toBe(inside);
  return inside;
}

test('a visitor draws an area by mouse, finds it again, reshapes and removes it', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openMap(page);
  await drawByMouse(page, 120);
  await expect(badges(page)).toHaveCount(1);
  const [area = ''] = areasOf(page);
  expect(cornersOf(area).length).toBeGreaterThan(8);
  expect(cornersOf(area).length).toBeLessThanOrEqual(60);
  expect(area).toMatch(/^-?\d+(\.\d{1,5})?,/);
  const inOne = await expectCounted(page);
  expect(inOne).toBeGreaterThan(0);
  await expect(mapOf(page).getByText(`Showing ${inOne} propert`)).toBeVisible();

  // A second area beside it.
  const canvas = await boxOf(canvasOf(page));
  await page.mouse.move(canvas.x + canvas.width / 2, canvas.y + canvas.height / 2 + 150);
  await page.mouse.down();
  await page.mouse.move(canvas.x + canvas.width / 2 - 200, canvas.y + canvas.height / 2 - 50, { steps: 6 });
  await page.mouse.up();
  await drawByMouse(page, 60);
  await expect(badges(page)).toHaveCount(2);
  expect(areasOf(page)).toHaveLength(2);
  await expectCounted(page);

  await page.reload();
  await expect(badges(page)).toHaveCount(2);
  await expectCounted(page);

  // One of its points is dragged.
  const [, before] = areasOf(page);
  await badges(page).nth(1).click();
  const handle = await boxOf(mapOf(page).getByRole('button', { name: 'Point 1 of the drawn area', exact: true }));
  const grip = { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 };
  await page.mouse.move(grip.x, grip.y);
  await page.mouse.down();
  await page.mouse.move(grip.x + 40, grip.y - 30, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => areasOf(page)[1]).not.toBe(before);
  await expectAccessible(page);
  await mapOf(page).getByRole('button', { name: 'Done' }).click();
  await expectCounted(page);

  await badges(page).nth(1).click();
  await mapOf(page).getByRole('button', { name: 'Remove area' }).click();
  await expect(badges(page)).toHaveCount(1);
  await expectCounted(page);
  await page.goBack();
  await expect(badges(page)).toHaveCount(2);
  await mapOf(page).getByRole('button', { name: 'Clear drawing' }).click();
  await expect(badges(page)).toHaveCount(0);
  expect(areasOf(page)).toEqual([]);
});

test('with the keyboard alone: corners at the cross, and a circle that is moved and resized', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openMap(page);
  const press = async (name: string) => {
    await mapOf(page).getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  await press('Draw area');
  await press('Points');
  await expect(canvasOf(page)).toBeFocused();
  for (const arrows of [['ArrowUp'], ['ArrowDown', 'ArrowDown', 'ArrowRight'], ['ArrowLeft', 'ArrowLeft']]) {
    for (const arrow of arrows) {
      await page.keyboard.press(arrow);
      // The map glides for a quarter of a second.
      await page.waitForTimeout(400);
    }
    await page.keyboard.press('Enter');
  }
  await press('Finish area');
  await expect.poll(() => areasOf(page).length).toBe(1);
  expect(cornersOf(areasOf(page)[0] ?? '')).toHaveLength(3);
  await expectCounted(page);

  await press('Clear drawing');
  await expect.poll(() => areasOf(page).length).toBe(0);
  await press('Draw area');
  await press('Draw a circle around the middle of the map');
  await expect.poll(() => areasOf(page).length).toBe(1);
  const mover = mapOf(page).getByRole('button', { name: 'Move drawn area 1' });
  await expect(mover).toBeFocused();
  const extentOf = () => {
    const corners = cornersOf(areasOf(page)[0] ?? '');
    const lngs = corners.map(([, lng]) => lng);
    return { west: Math.min(...lngs), width: Math.max(...lngs) - Math.min(...lngs) };
  };
  const before = extentOf();
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowLeft');
  await expect.poll(() => extentOf().west).toBeLessThan(before.west);
  expect(extentOf().width).toBeCloseTo(before.width, 3);
  await page.keyboard.press('-');
  await expect.poll(() => extentOf().width).toBeLessThan(before.width * 0.95);
  await page.keyboard.press('Escape');
  await expect(badges(page)).toHaveCount(1);
  await expectCounted(page);
});

/** The number of listings that the visible marks stand for. All are read at once: marks come and go meanwhile. */
const shownByMarks = (page: Page): Promise<number> =>
  canvasOf(page).evaluate((canvas) => {
    const { left, top, right, bottom } = canvas.getBoundingClientRect();
    let sum = 0;
    for (const mark of canvas.querySelectorAll('.leaflet-marker-icon')) {
      const box = mark.getBoundingClientRect();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const label = mark.getAttribute('aria-label') ?? '';
      if (x >= left && y >= top && x <= right && y <= bottom)
        sum += Number(/^(\d+) properties/.exec(label)?.[1] ?? 1);
    }
    return sum;
  });

test('the legend counts what is in view, and the search follows the map when it is asked to', {
  tag: '@journey',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openMap(page);
  const { total, points } = await pointsOf(page);
  const map = mapOf(page);
  const showing = map.getByText(/^Showing /);
  await expect(showing).toHaveText(`Showing ${total} properties`);

  const zoom = async () => {
    await map.getByRole('button', { name: 'Zoom in', exact: true }).click();
    await page.waitForTimeout(500);
  };
  await zoom();
  await zoom();
  const shown = async () => Number.parseInt((await showing.innerText()).replace(/\D+/, ''), 10);
  await expect.poll(shown).toBeLessThan(total);
  await expect(map.getByText(`of ${total} on the map`)).toBeVisible();
  expect(new URL(page.url()).searchParams.get('bbox')).toBeNull();
  // Both are read anew each time: the map glides on, and its clusters come from the server.
  await expect(async () => expect(await shown()).toBe(await shownByMarks(page))).toPass();
  const length = await page.evaluate(() => window.history.length);

  await map.getByRole('switch', { name: 'Search as I move' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('bbox')).not.toBeNull();
  const within = () => {
    const [west = 0, south = 0, east = 0, north = 0] = (new URL(page.url()).searchParams.get('bbox') ?? '')
      .split(',')
      .map(Number);
    return points.filter(({ lat, lng }) => lng >= west && lng <= east && lat >= south && lat <= north).length;
  };
  const list = new PropertyList(page);
  await expect.poll(() => list.count()).toBe(within());
  // The searched area is the view: the legend says the same as the list.
  await expect(showing).toHaveText(`Showing ${within()} properties`);

  const first = page.url();
  const canvas = await boxOf(canvasOf(page));
  await page.mouse.move(canvas.x + 200, canvas.y + 200);
  await page.mouse.down();
  await page.mouse.move(canvas.x + 320, canvas.y + 260, { steps: 6 });
  await page.mouse.up();
  await expect.poll(() => page.url()).not.toBe(first);
  await expect.poll(() => list.count()).toBe(within());
  await expect(map.getByRole('button', { name: 'Search this area' })).toHaveCount(0);
  expect(await page.evaluate(() => window.history.length)).toBe(length);

  // Remembered in this browser.
  await page.goto('/properties?view=map');
  await expect(map.getByRole('switch', { name: 'Search as I move' })).toBeChecked();
});

test('a cluster is opened with the keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openMap(page);
  const { total } = await pointsOf(page);
  const showing = mapOf(page).getByText(/^Showing /);
  const clusters = mapOf(page).getByRole('button', { name: /^\d+ properties, zoom in$/ });
  await expect(clusters.first()).toBeVisible();
  await clusters.first().focus();
  await page.keyboard.press('Enter');
  await expect(showing).not.toHaveText(`Showing ${total} properties`);
  // Both are read anew each time: the map glides on, and its clusters come from the server.
  await expect(async () => {
    await expect(showing).toHaveText(new RegExp(`^Showing ${await shownByMarks(page)} propert`), { timeout: 500 });
  }).toPass();
  expect(await canvasOf(page).locator('.leaflet-marker-icon').count()).toBeLessThan(300);
});

test('rents have price bands of their own, said for what is shown', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openMap(page, '&listing_type=rent');
  const legend = mapOf(page).getByRole('table', { name: 'Marker colors' });
  await expect(legend.getByRole('row', { name: /^Per month up to ₱25K/ })).toBeVisible();
  await expect(legend.getByRole('row', { name: /^For sale/ })).toHaveCount(0);
  const { points } = await pointsOf(page, '&listing_type=rent');
  const premium = points.filter(({ price }) => price > 60_000).length;
  expect(premium).toBeGreaterThan(0);

  // Of both, the signs differ, and a circle that holds both has no color of a price.
  await openMap(page);
  await expect(legend.getByRole('row', { name: /^(For sale|Per month)/ })).toHaveCount(2);
  const signs = await legend.locator('td span[aria-hidden]').evaluateAll((all) =>
    all.map((sign) => {
      const { backgroundColor, borderTopWidth, borderTopColor } = getComputedStyle(sign);
      return borderTopWidth === '0px' ? backgroundColor : `in ${borderTopColor}`;
    }),
  );
  expect(new Set(signs).size).toBe(6);
  await expect(mapOf(page).getByText('A gray circle holds homes of both kinds.')).toBeVisible();
});

test('a marker and its card point at each other', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openMap(page, '&type=duplex');
  const list = new PropertyList(page);
  await expect(list.cards.first()).toBeVisible();
  const map = mapOf(page);
  for (let step = 0; step < 8; step += 1) {
    if ((await map.locator('.leaflet-marker-icon').getByText(/₱/).count()) > 0) break;
    await map
      .getByRole('button', { name: /properties, zoom in$/ })
      .first()
      .click();
    await page.waitForTimeout(500);
  }
  const marker = map.locator('.leaflet-marker-icon', { hasText: '₱' }).first();
  const card = page.getByRole('list', { name: 'Properties' }).locator('[data-pointed]');
  let title = '';
  // A slow machine may still draw other markers after the last step.
  await expect(async () => {
    await page.mouse.move(5, 5);
    title = ((await marker.getAttribute('aria-label')) ?? '').replace(/, ₱.*$/, '');
    // The mark itself is a spot; its label is the visible part.
    await marker.locator('span').first().hover();
    await expect(card.getByRole('heading', { name: title })).toBeInViewport({ timeout: 2_000 });
  }).toPass();
  await page.mouse.move(5, 5);
  await expect(card).toHaveCount(0);
  await marker.focus();
  await expect(card.getByRole('heading', { name: title })).toBeVisible();
});

/** Below the pills that float over a full-screen map no page moves, and the map reaches the window's edges. */
async function expectFullScreen(page: Page): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const map = await boxOf(canvasOf(page));
  expect(map.height).toBeGreaterThanOrEqual(0.6 * height);
  expect([map.x, map.width, map.y + map.height]).toEqual([0, width, height]);
  const search = await boxOf(page.getByRole('search', { name: 'Search properties' }));
  expect(map.y).toBeGreaterThanOrEqual(search.y + search.height);
  await page.evaluate(() => window.scrollTo(0, 400));
  expect(await page.evaluate(() => [window.scrollY, document.querySelector('main')?.scrollTop])).toEqual([0, 0]);
}

/** The names of the marks that a finger would hit: in view, and under no control. */
const marksInReach = (page: Page) =>
  canvasOf(page)
    .locator('.leaflet-marker-icon')
    .evaluateAll((marks) =>
      marks.flatMap((mark) => {
        const { x, y, width, height } = (mark.firstElementChild ?? mark).getBoundingClientRect();
        const hit = document.elementFromPoint(x + width / 2, y + height / 2);
        return hit?.closest('.leaflet-marker-icon') === mark ? [mark.getAttribute('aria-label') ?? ''] : [];
      }),
    );

/** Zooms in until a price can be tapped. */
async function priceOn(page: Page): Promise<Locator> {
  const named = (name: string) =>
    canvasOf(page)
      .locator('.leaflet-marker-icon')
      .and(page.getByLabel(name, { exact: true }))
      .first();
  for (let step = 0; step < 12; step += 1) {
    const names = await marksInReach(page);
    const price = names.find((name) => name.includes(', ₱'));
    if (price) return named(price);
    const cluster = names.find((name) => name.endsWith('zoom in'));
    if (cluster) await named(cluster).press('Enter');
    await page.waitForTimeout(1_000);
  }
  throw new Error('No price came into view.');
}

const cardOf = (page: Page) => mapOf(page).getByRole('dialog', { name: /, ₱/ });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  async function drawByFinger(page: Page, line: readonly { x: number; y: number }[]): Promise<void> {
    const client = await page.context().newCDPSession(page);
    const [first] = line;
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: first ? [first] : [] });
    for (const place of line)
      await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [place] });
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }

  test('an area is drawn by finger on a map that fills the screen, and the list follows', async ({ page }) => {
    await openMap(page);
    await expectFullScreen(page);
    await expectNoSidewaysScroll(page);
    for (const button of await mapOf(page)
      .getByRole('button', { name: /^(Draw area|Zoom (in|out)|List)$/ })
      .all()) {
      const box = await boxOf(button);
      expect(box.height).toBeGreaterThanOrEqual(44);
      expect(box.width).toBeGreaterThanOrEqual(44);
    }
    await mapOf(page).getByRole('button', { name: 'Draw area' }).tap();
    await drawByFinger(page, await circleOn(page, 90));
    await expect(badges(page)).toHaveCount(1);
    const inside = await expectCounted(page);
    await mapOf(page).getByRole('button', { name: 'List', exact: true }).tap();
    const list = new PropertyList(page);
    await expect(list.cards).toHaveCount(Math.min(inside, 20));
    await expect(list.cards.first()).toBeInViewport();
    expect(areasOf(page)).toHaveLength(1);
    await expectNoSidewaysScroll(page);
  });

  test('a tapped price has a card at the lower edge; a swipe and the arrow keys bring the next', async ({
    page,
  }) => {
    await openMap(page, '&listing_type=sale');
    const price = await priceOn(page);
    const name = (await price.getAttribute('aria-label')) ?? '';
    await price.locator('span').first().tap();
    await expect(cardOf(page)).toHaveAttribute('aria-label', name);
    await expectFullScreen(page);
    const box = await boxOf(cardOf(page));
    expect(box.y).toBeGreaterThan(844 / 2);
    expect(box.y + box.height).toBeLessThanOrEqual(844);
    // Its mark stays in sight.
    await expect
      .poll(async () => {
        const { y } = await boxOf(price.locator('span').first());
        return y > 68 && y < box.y;
      })
      .toBe(true);
    await expect(cardOf(page).getByText('For Sale')).toBeVisible();
    await expect(cardOf(page).getByRole('link', { name: /^View Details/ })).toBeVisible();
    await expectAccessible(page);

    const shown = () => cardOf(page).getAttribute('aria-label');
    const places = cardOf(page).getByText(/^\d+ of \d+$/);
    if ((await places.count()) > 0) {
      const [at, total] = (await places.innerText()).split(' of ').map(Number);
      const y = box.y + box.height / 2;
      const strokes = [0, 30, 60, 90, 120].map((by) => ({ x: 300 - by, y }));
      await drawByFinger(page, strokes);
      await expect(places).toHaveText(`${(Number(at) % Number(total)) + 1} of ${total}`);
      expect(await shown()).not.toBe(name);
      await page.keyboard.press('ArrowLeft');
      await expect.poll(shown).toBe(name);
    }
    await page.keyboard.press('Escape');
    await expect(cardOf(page)).toHaveCount(0);
    await expect(price).toBeFocused();
  });
});

test('the map fills a narrow screen, and its controls cover no mark', async ({ page }) => {
  for (const [width, height] of [
    [768, 1024],
    [360, 560],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openMap(page);
    await expectFullScreen(page);
    const map = mapOf(page);
    for (const part of [
      ...['Draw area', 'Zoom in', 'Zoom out', 'List'].map((name) =>
        map.getByRole('button', { name, exact: true }),
      ),
      map.getByText(/^Showing /),
    ])
      await expect(part).toBeInViewport({ ratio: 1 });
    const covered = await canvasOf(page)
      .locator('.leaflet-marker-icon')
      .evaluateAll((marks) =>
        marks
          .filter((mark) => {
            const { x, y, width: wide, height: high } = (mark.firstElementChild ?? mark).getBoundingClientRect();
            const hit = document.elementFromPoint(x + wide / 2, y + high / 2);
            return !hit?.closest('.leaflet-marker-icon');
          })
          .map((mark) => mark.getAttribute('aria-label')),
      );
    expect(covered).toEqual([]);

    await map.getByRole('button', { name: /^Showing / }).click();
    const key = map.getByRole('region', { name: 'Map key' });
    await expect(key.getByRole('table', { name: 'Marker colors' })).toBeVisible();
    await expect(key.getByRole('switch', { name: 'Search as I move' })).toBeVisible();
    await expect(key.getByText('Flood hazard')).toBeVisible();
    if (width === 360) await expectAccessible(page);
    await map.getByRole('button', { name: /^Showing / }).click();

    await map.getByRole('button', { name: 'Draw area' }).click();
    await map.getByRole('button', { name: 'Points' }).click();
    for (const button of await map.getByRole('group', { name: 'Drawing on the map' }).getByRole('button').all())
      await expect(button).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
  }
});

test('controls lie beside the map on a wide screen, never over its marks, and a whole card is beside it on a laptop', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openMap(page);
  const map = mapOf(page);
  // The last line below the map to come.
  await expect(map.getByText('Flood hazard')).toBeVisible();
  const canvas = await boxOf(canvasOf(page));
  // All matches are in view, also after that line took its room.
  for (const mark of await map.locator('.leaflet-marker-icon').all()) {
    const box = await boxOf(mark);
    expect(box.y + box.height / 2).toBeGreaterThan(canvas.y);
    expect(box.y + box.height / 2).toBeLessThan(canvas.y + canvas.height);
  }
  for (const name of ['Draw area', 'Zoom in', 'Zoom out']) {
    const box = await boxOf(map.getByRole('button', { name, exact: true }));
    expect(box.y + box.height).toBeLessThanOrEqual(canvas.y + 1);
  }
  for (const part of [map.getByText(/^Showing /), map.getByRole('table', { name: 'Marker colors' })])
    expect((await boxOf(part)).y).toBeGreaterThanOrEqual(canvas.y + canvas.height - 1);
  expect(canvas.height).toBeGreaterThan(250);

  await map.getByRole('button', { name: 'Draw area' }).click();
  await map.getByRole('button', { name: 'Points' }).click();
  const smaller = await boxOf(canvasOf(page));
  for (const button of await map.getByRole('group', { name: 'Drawing on the map' }).getByRole('button').all()) {
    const box = await boxOf(button);
    expect(box.y + box.height).toBeLessThanOrEqual(smaller.y + 1);
    expect(box.x + box.width).toBeLessThanOrEqual(1440);
  }
  await expectNoSidewaysScroll(page);

  await page.setViewportSize({ width: 1366, height: 657 });
  await openMap(page, '&listing_type=rent&type=condo');
  await expect(new PropertyList(page).cards.first()).toBeInViewport({ ratio: 1 });
});
