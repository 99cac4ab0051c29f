import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, show } from '#platform/web/test-render.tsx';
import { testServer } from '#platform/web/test-server.ts';
import { binMinutes } from '../../common/analysis.ts';
import { location as entity } from '../../common/location.ts';
import { AnalysisTab } from './AnalysisTab.tsx';

const t = (key: string, values?: Record<string, unknown>) => text('sparking', key, values);
const hour = 3600;
const yesterday = new Date(Date.now() - 24 * hour * 1000).toISOString();
/** Occupied for half of the known time; a tenth of the time is unknown. */
const parts = { open: 100 * hour, occupied: 45 * hour, free: 45 * hour, unknown: 10 * hour };
const sums = { ...parts, stays: 4, departures: 4, max: 2 };
const bins = [...binMinutes.map(() => 0), 0].with(3, 3).with(8, 1);
const ended = { bins, ended: 4, endedSeconds: 2 * hour };
const bayOf = (id: number, number: string, overstaySeconds: number) => ({
  ...{ id, number, locationId: 9, groupId: 5, ...parts, stays: 4, ...ended },
  ...{ overstaySeconds, lastStayAt: overstaySeconds > 0 ? '2026-11-28T08:00:00.000Z' : null },
});
const bays = [bayOf(1, 'B1-001', 0), bayOf(2, 'B1-002', 1.5 * hour)];

async function open(language: Language, { unknown = parts.unknown, isEmpty = false } = {}) {
  const total = isEmpty ? { ...sums, open: 0, occupied: 0, free: 0, unknown: 0 } : { ...sums, unknown };
  const sent = testServer({
    'GET /user/parameter': {},
    'GET /sparking/api/analysis/location-occupation': () => ({
      ...{ zone: 'Asia/Dubai', countedUntil: null, total, buckets: [{ start: yesterday, ...total }], rows: [] },
      hours: Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => ({ open: 10, occupied: 5, unknown: 0 }))),
    }),
    'GET /sparking/api/analysis/parking-count': () => ({
      ...{ zone: 'Asia/Dubai', rows: [] },
      total: { stays: 4, departures: 4, ...(isEmpty ? { bins: bins.map(() => 0), ended: 0, endedSeconds: 0 } : ended) },
    }),
    'GET /sparking/api/analysis/slot-occupation-list': ({ query }) =>
      Response.json({
        data: isEmpty ? [] : query.get('sort[overstaySeconds]') === 'desc' ? bays.toReversed() : bays,
        totalRecords: isEmpty ? 0 : 120,
      }),
    'GET /sparking/api/location/9/forecast': () => ({
      ...{ reason: 'history', errors: null, zone: 'Asia/Dubai', quarters: [] },
      ...{ dayFrom: '2026-11-28T20:00:00.000Z', dayTo: '2026-11-29T20:00:00.000Z' },
    }),
  });
  await show(
    language,
    <main>
      <AnalysisTab location={{ id: 9 }} />
    </main>,
    { texts: ['sparking'] },
  );
  return sent;
}
const listed = (sent: Awaited<ReturnType<typeof open>>) =>
  sent.filter(({ path }) => path.endsWith('/slot-occupation-list')).map(({ query }) => query);
const bayRows = () => page.getByRole('table', { name: t('lists.analysis') }).getByRole('row');

beforeEach(() => sessionStore.set(permitted(entity.can('read'))));

describe.each(languages)('the analysis of a car park in %s', (language: Language) => {
  test('shows how full it was, how long vehicles stayed and the figures of its bays, all of this car park', async () => {
    const sent = await open(language);
    await expect.element(page.getByRole('img', { name: t('widgets.parking-occupation') })).toBeVisible();
    await expect.element(page.getByRole('table', { name: t('widgets.parking-hours') })).toBeVisible();
    await expect.element(page.getByText(t('analysis.ofStays', { share: '75%', count: 3, stays: '3' }))).toBeVisible();
    await expect.element(page.getByText(t('forecast.reasons.history'))).toBeVisible();
    await expect.element(bayRows().filter({ hasText: 'B1-001' })).toHaveTextContent(/B1-00150904300/);
    await expectAccessible();
    const asked = sent.filter(({ path }) => path.includes('/analysis/')).map(({ query }) => query.get('locationIds'));
    expect(new Set(asked)).toEqual(new Set(['9']));
  });

  test('sorts the bays by any of their figures, and begins again with their first page', async () => {
    const sent = await open(language);
    await expect.element(bayRows().nth(1)).toHaveTextContent('B1-001');
    await page.getByRole('button', { name: kit('list.page', { page: 3 }) }).click();
    await expect.poll(() => listed(sent).at(-1)?.get('skip')).toBe('50');
    const heading = page.getByRole('columnheader', { name: t('columns.overstaySeconds') }).getByRole('button');
    await heading.click();
    await expect.poll(() => listed(sent).at(-1)?.get('sort[overstaySeconds]')).toBe('asc');
    await heading.click();
    await expect.element(bayRows().nth(1)).toHaveTextContent('B1-002');
    const last = listed(sent).at(-1);
    expect(['sort[overstaySeconds]', 'skip'].map((key) => last?.get(key))).toEqual(['desc', '0']);
  });

  test('says how little is known if that is little', async () => {
    await open(language, { unknown: 60 * hour });
    await expect.element(page.getByText(t('analysis.littleKnown', { share: '40%' }))).toBeVisible();
  });

  test('says so if nothing was open or ended', async () => {
    await open(language, { isEmpty: true });
    await expect.poll(() => page.getByText(t('analysis.none')).elements()).toHaveLength(3);
    await expect.element(page.getByText(t('empty.slotFigures.title'))).toBeVisible();
  });
});
