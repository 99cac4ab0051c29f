import type { ComponentType } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, show } from '#platform/web/test-render.tsx';
import { testServer } from '#platform/web/test-server.ts';
import { binMinutes, type Ranked } from '../../common/analysis.ts';
import { location as entity } from '../../common/location.ts';
import { widgets } from './widgets.ts';

const t = (key: string, values?: Record<string, unknown>) => text('sparking', key, values);
const hour = 3600;
const ago = (hours: number) => new Date(Math.floor(Date.now() / 3_600_000 - hours) * 3_600_000).toISOString();
/** Half of the known time was occupied. `known`: the known share of the time. */
const partsOf = (known: number) => {
  const open = 100 * hour;
  return { open, occupied: (open * known) / 2, free: (open * known) / 2, unknown: open * (1 - known) };
};
const rankedOf = (id: number, name: string, occupied: number): Ranked => ({
  ...{ id, name, locationId: id, open: 100, occupied, free: 100 - occupied, unknown: 0, stays: 10 * id },
  overstaySeconds: 0,
});
const locationOf = (id: number, free: number, unknown: number, alarms: number) => ({
  ...{ id, name: `Car park ${id}`, free, occupied: 60 - free - unknown, unknown, total: 60, alarms },
});
const noBins = [...binMinutes.map(() => 0), 0];
const full = {
  locations: [locationOf(1, 20, 0, 2), locationOf(2, 5, 0, 0)],
  known: 1,
  /** The known share of each bucket, the oldest first. */
  buckets: [1, 0.5, 1],
  stays: { stays: 12, departures: 11, bins: noBins.with(2, 3).with(4, 1), ended: 4, endedSeconds: 2 * hour },
  top: [rankedOf(1, 'North', 90), rankedOf(2, 'South', 30)],
  uncovered: [] as Ranked[],
};
const empty: typeof full = {
  ...{ locations: [], known: 0, buckets: [], top: [], uncovered: [] },
  stays: { stays: 0, departures: 0, bins: noBins, ended: 0, endedSeconds: 0 },
};
const littleKnown = {
  ...full,
  locations: [locationOf(1, 20, 30, 0)],
  known: 0.4,
  uncovered: [rankedOf(3, 'Roof', 0)],
};

async function open(language: Language, name: string, of = full) {
  const isEmpty = of.buckets.length === 0;
  const sums = (known: number) => ({ ...partsOf(known), stays: 4, departures: 4, max: 2 });
  const nothing = { open: 0, occupied: 0, free: 0, unknown: 0, stays: 0, departures: 0, max: 0 };
  const oneHour = isEmpty ? { open: 0, occupied: 0, unknown: 0 } : { open: 10, occupied: 5, unknown: 0 };
  const sent = testServer({
    'GET /user/parameter': {},
    'GET /sparking/api/location': of.locations,
    'GET /sparking/api/analysis/location-occupation': () => ({
      ...{ zone: 'Asia/Dubai', countedUntil: null, rows: [], total: isEmpty ? nothing : sums(of.known) },
      buckets: of.buckets.map((known, at) => ({ start: ago(48 - at), ...sums(known) })),
      hours: Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => oneHour)),
    }),
    'GET /sparking/api/analysis/parking-count': () => ({ zone: 'Asia/Dubai', rows: [], total: of.stays }),
    'GET /sparking/api/analysis/most-occupation': () => ({
      ...{ top: of.top, bottom: of.top.toReversed(), uncovered: of.uncovered },
    }),
  });
  const Content = (widgets[name] as { Content: ComponentType }).Content;
  await show(
    language,
    <main style={{ height: 360 }}>
      <Content />
    </main>,
    { texts: ['sparking'] },
  );
  return sent;
}
const figure = (name: string) =>
  page.getByText(t(`analysis.${name}`), { exact: true }).element().parentElement?.textContent;
const rows = () => page.getByRole('listitem');
async function openTable(widget: string) {
  await page.getByRole('button', { name: kit('chart.menu', { chart: t(`widgets.${widget}`) }) }).click();
  await page.getByRole('menuitem', { name: kit('chart.showTable') }).click();
  return page.getByRole('table').getByRole('row');
}

beforeEach(() => sessionStore.set(permitted(entity.can('read'))));

describe.each(languages)('the widgets of car parks in %s', (language: Language) => {
  test('say how many bays are free now, how long vehicles stay and how many alarms are open', async () => {
    await open(language, 'parking-figures');
    await expect.element(page.getByText(t('analysis.ofTotal', { free: '25', total: '120' }))).toBeVisible();
    expect(figure('known')).toContain('100%');
    expect(figure('stays')).toContain('12');
    expect(figure('meanStay')).toContain(t('analysis.minutes', { minutes: '30' }));
    expect(figure('alarms')).toContain('2');
    expect(page.getByText(/40%/).elements()).toEqual([]);
    await expectAccessible();
  });

  test('say how little is known of the bays now, and claim nothing without car parks', async () => {
    // 99.6 % is not all of them.
    await open(language, 'parking-figures', { ...full, locations: [{ ...locationOf(1, 20, 1, 0), total: 250 }] });
    await expect.poll(() => figure('known')).toContain('99%');
    await open(language, 'parking-figures', littleKnown);
    await expect.element(page.getByText(t('analysis.littleKnown', { share: '50%' }))).toBeVisible();
    await open(language, 'parking-figures', empty);
    await expect.element(page.getByText(t('analysis.ofTotal', { free: '0', total: '0' }))).toBeVisible();
    expect(figure('known')).toContain('–');
    expect(figure('meanStay')).toContain('–');
  });

  test('show how full it was, with a gap where little is known', async () => {
    await open(language, 'parking-occupation');
    await expect.element(page.getByRole('img', { name: t('widgets.parking-occupation') })).toBeVisible();
    expect(page.getByText(/50%/).elements()).toEqual([]);
    await expectAccessible();
    const cells = await openTable('parking-occupation');
    await expect.element(cells.nth(1)).toBeVisible();
    // The hour of which half is known is not shown as if it were the truth.
    const texts = cells.elements().map(({ textContent }) => textContent);
    expect(texts.filter((one) => /50–$/.test(one ?? ''))).toHaveLength(2);
  });

  test('note how little is known of a whole period, and say so if nothing was open', async () => {
    await open(language, 'parking-occupation', littleKnown);
    await expect.element(page.getByText(t('analysis.littleKnown', { share: '40%' }))).toBeVisible();
    for (const name of ['parking-occupation', 'parking-hours', 'parking-durations', 'parking-fullest']) {
      await open(language, name, empty);
      await expect.element(page.getByText(t('analysis.none'))).toBeVisible();
    }
  });

  test('show when in the week it is full, and how long vehicles stay', async () => {
    await open(language, 'parking-hours');
    await expect.element(page.getByRole('table', { name: t('widgets.parking-hours') })).toBeVisible();
    await expectAccessible();
    await open(language, 'parking-durations');
    await expect
      .element(rows().nth(2))
      .toHaveTextContent(t('analysis.ofStays', { share: '75%', count: 3, stays: '3' }));
    await expect.element(rows().nth(8)).toHaveTextContent(t('analysis.longer'));
    await expectAccessible();
  });

  test('rank the groups from both ends, and name those of which too little is known', async () => {
    await open(language, 'parking-fullest', littleKnown);
    await expect.element(rows().nth(0)).toHaveTextContent('North');
    await expect
      .element(rows().nth(0))
      .toHaveTextContent(t('analysis.ranked', { share: '90%', count: 10, stays: '10' }));
    expect(page.getByText(/Roof/).elements()).toEqual([]);
    await expectAccessible();
    await open(language, 'parking-emptiest', littleKnown);
    await expect.element(rows().nth(0)).toHaveTextContent('South');
    await expect.element(page.getByText(t('analysis.uncovered', { names: 'Roof' }))).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'South' }))
      .toHaveAttribute('href', '/smart-parking/locations/details/2');
  });
});
