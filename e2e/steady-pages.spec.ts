import { isDeepStrictEqual } from 'node:util';
import type { Page } from '@playwright/test';
import { deviceOf, expect, test } from './journey.ts';
import { maxShift, openAlarms, seenOn, settled, watchPages } from './page-visits.ts';

const maxVisits = 4;
/** A stream that took longer to open may have missed events, so the page rightly reads its data again. */
const maxOpeningMs = 900;

/** What the page lists: its rows, and the links of its widgets. */
const rowsOn = (page: Page) =>
  page
    .locator('main [data-key], main a[href]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-key') ?? row.getAttribute('href')));

for (const [screen, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desk', { width: 1440, height: 900 }],
] as const) {
  test.describe(`on ${screen}`, { tag: ['@platform', '@core/device-app', '@core/alarms'] }, () => {
    test.use({ viewport });

    test('nothing moves while a page that was seen before loads', async ({ page, request, signIn }) => {
      await signIn('customer');
      const { id } = await deviceOf(request, 'customer', 'solutionId=8');
      const pages = ['/core', '/PureTrace/devices/all', `/PureTrace/devices/meter/${id}`, '/PureTrace/alarms/list'];
      await watchPages(page);
      for (const address of pages) {
        let before: unknown;
        let seen = { shifted: Number.POSITIVE_INFINITY, moved: [] as string[] };
        // Alarms come and go meanwhile. A visit counts if it showed what the one before did and no alarm has come since that
        // one began, which the page may not have stored. What moves by itself moves at every such visit.
        for (let counted = 0; counted < maxVisits && seen.shifted > maxShift; ) {
          const alarms = await openAlarms(request);
          await page.goto(address);
          await settled(page);
          const rows = { alarms: await openAlarms(request), began: alarms, shown: await rowsOn(page) };
          if (isDeepStrictEqual(rows, before)) {
            counted += 1;
            seen = await seenOn(page);
          }
          before = rows;
        }
        const { shifted, moved } = seen;
        expect({ address, ...(shifted > maxShift && { shifted, moved }) }).toEqual({ address });
      }
    });

    test('a page requests nothing twice', async ({ page, signIn }) => {
      // Nothing changes in this company meanwhile.
      await signIn('newcomer');
      await watchPages(page);
      const asked: string[] = [];
      page.on('request', (sent) => {
        const { pathname, search } = new URL(sent.url());
        if (pathname.startsWith('/api/') && pathname !== '/api/events')
          asked.push(`${sent.method()} ${pathname}${search}`);
      });
      for (const address of ['/core', '/core/structures/all', '/core/geofence/list']) {
        for (let openingMs = Number.POSITIVE_INFINITY; openingMs > maxOpeningMs; ) {
          asked.length = 0;
          await page.goto(address);
          await settled(page);
          ({ openingMs } = await seenOn(page));
        }
        expect(asked.length).toBeGreaterThan(1);
        expect({ address, twice: asked.filter((one, position) => asked.indexOf(one) !== position) }).toEqual({
          address,
          twice: [],
        });
      }
    });
  });
}
