import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, show } from '#platform/web/test-render.tsx';
import { testServer } from '#platform/web/test-server.ts';
import { type Forecast, notShown } from '../../common/forecast.ts';
import { location as entity } from '../../common/location.ts';
import { ParkingForecast } from './ForecastWidget.tsx';

const t = (key: string, values?: Record<string, unknown>) => text('sparking', key, values);
const [dayFrom, dayTo] = ['2026-11-28T20:00:00.000Z', '2026-11-29T20:00:00.000Z'];
const shown: Forecast = {
  reason: null,
  errors: { error: 0.0234, asNow: 0.06, weekAgo: 0.03, anyTime: 0.2 },
  ...{ zone: 'Asia/Dubai', dayFrom, dayTo },
  quarters: [
    { at: '2026-11-29T19:30:00.000Z', share: 0.5, low: 0.4, high: 0.6 },
    { at: '2026-11-29T19:45:00.000Z', share: null, low: null, high: null },
  ],
};
const sums = { open: 900, occupied: 450, free: 450, unknown: 0, stays: 1, departures: 0, max: 1 };

async function open(language: Language, forecasts: Readonly<Record<number, Forecast>>) {
  const names = Object.keys(forecasts).map((id) => ({ id: Number(id), name: `Car park ${id}` }));
  const sent = testServer({
    'GET /sparking/api/location': names,
    'GET /sparking/api/analysis/location-occupation': () => ({
      ...{ zone: 'Asia/Dubai', countedUntil: null, total: sums, rows: [], hours: [] },
      buckets: [{ start: '2026-11-29T19:00:00.000Z', ...sums }],
    }),
    ...Object.fromEntries(
      Object.entries(forecasts).map(([id, forecast]) => [
        `GET /sparking/api/location/${id}/forecast`,
        () => ({ ...forecast }),
      ]),
    ),
  });
  await show(
    language,
    <main style={{ height: 360 }}>
      <ParkingForecast />
    </main>,
    { texts: ['sparking'] },
  );
  return sent;
}
const chart = () => page.getByRole('img', { name: t('widgets.parking-forecast') });

beforeEach(() => sessionStore.set(permitted(entity.can('read'))));

describe.each(languages)('the forecast of the dashboard in %s', (language: Language) => {
  test('shows the first car park without a choice, with how far it was off, and another one on demand', async () => {
    const sent = await open(language, { 7: shown, 8: { ...shown, reason: 'not-better', quarters: [] } });
    await expect.element(chart()).toBeVisible();
    await expect.element(page.getByText(t('forecast.error', { points: '2.3' }))).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: kit('chart.menu', { chart: t('widgets.parking-forecast') }) }).click();
    await page.getByRole('menuitem', { name: kit('chart.showTable') }).click();
    // Half of the bays were occupied at 23:00 and are expected to be at 23:30.
    const cells = page.getByRole('table').getByRole('row');
    await expect.element(cells.filter({ hasText: '23:00' })).toHaveTextContent(/50–$/);
    await expect.element(cells.filter({ hasText: '23:30' })).toHaveTextContent(/–50$/);
    await page.getByRole('combobox', { name: t('records.sparkingLocation') }).click();
    await page.getByRole('option', { name: 'Car park 8' }).click();
    await expect.element(page.getByText(t('forecast.reasons.not-better'))).toBeVisible();
    const days = sent.filter(({ path }) => path.endsWith('/location-occupation')).map(({ query }) => query);
    expect(days.map((query) => query.get('locationIds'))).toEqual(['7', '8']);
    expect(days.map((query) => query.get('from'))).toEqual([dayFrom, dayFrom]);
  });

  test('says why there is none', async () => {
    for (const reason of notShown) expect(t(`forecast.reasons.${reason}`)).not.toContain('reasons');
    await open(language, { 7: { ...shown, reason: 'history', errors: null, quarters: [] } });
    await expect.element(page.getByText(t('forecast.reasons.history'))).toBeVisible();
  });

  test('says what to do without a car park', async () => {
    await open(language, {});
    await expect.element(page.getByText(t('forecast.noLocation'))).toBeVisible();
  });
});
