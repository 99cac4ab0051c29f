import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Language, languages } from '#platform/web/i18n/i18n.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { bodiesOf, refusal } from '#platform/web/test-server.ts';
import { location } from '../../common/location.ts';
import { patienceMs } from './sensor-report.ts';
import {
  bay,
  bayField,
  button,
  choose,
  dialog,
  enter,
  field,
  first,
  mayPair,
  open,
  pair,
  pairings,
  publish,
  report,
  row,
  second,
  signIn,
  t,
  third,
} from './test-pairing.tsx';

let end: () => Promise<void>;
beforeEach(() => {
  end = signIn(mayPair);
});
afterEach(() => end());

describe.each(languages)('pairing sensors in %s', (language: Language) => {
  test('goes from bay to bay, and turns green when the sensor reports', async () => {
    const sent = await open(language, [bay(1, 'A-1', second), bay(3, 'A-10'), bay(2, 'A-9')]);
    await expect.element(page.getByText(t('pair.progress', { count: 3, paired: 1 }))).toBeVisible();
    // As people walk: A-9 before A-10.
    await expect.element(bayField()).toHaveValue('A-9');
    await expectAccessible();
    await enter('a8:40:41:ff:ff:18:c2:01');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(t('pair.progress', { count: 3, paired: 2 }))).toBeVisible();
    expect(pairings(sent).map(({ path, body }) => [path, body])).toEqual([
      ['/sparking/api/slot/2/sensor', { serial: first }],
    ]);
    await expect.element(bayField()).toHaveValue('A-10');
    await expect.element(report('pair.waitsForReport')).toBeVisible();
    await expect.poll(() => sent.some(({ query }) => query.get('topics')?.includes('device:201'))).toBe(true);
    publish({
      topic: 'device:201',
      type: 'values',
      data: { id: 201, values: [{ sensor: 'occupied', time: Date.now(), value: true }] },
    });
    await expect.element(report('pair.reports.occupied')).toBeVisible();
    await expectAccessible();
  });

  test('says at once what would go wrong, and exchanges two sensors in one step', async () => {
    const sent = await open(language, [bay(1, 'A-1', first), bay(2, 'A-2', second), bay(3, 'A-3')]);
    await enter(third);
    await choose('A-1');
    const taken = t('pair.outlook.bay-taken', { number: 'A-1', sensor: first });
    await expect.element(page.getByRole('alert').filter({ hasText: taken })).toBeVisible();
    await expect.element(button(t('pair.with', { number: 'A-1' }))).toBeDisabled();
    await enter(second);
    await expectAccessible();
    await button(t('pair.swap')).click();
    await expect
      .poll(() => bodiesOf(sent, 'PATCH', '/sparking/api/device/bulk'))
      .toEqual([{ items: [{ id: 202, space: 1, swap: true }] }]);
    expect(pairings(sent)).toEqual([]);
    await button(t('pair.undo')).click();
    await expect
      .poll(() => bodiesOf(sent, 'PATCH', '/sparking/api/device/bulk')[1])
      .toEqual({ items: [{ id: 202, space: 2, swap: true }] });
  });
});

test('a refused pairing says why and stays in the form; an undone one comes back to it', async () => {
  let refuses = true;
  const taken = { word: 'slot-taken', detail: { name: 'S-09', number: 'A-1' } };
  const sent = await open('en', [bay(1, 'A-1'), bay(2, 'A-2')], {
    answer: () => (refuses ? refusal(409, taken) : undefined),
  });
  await enter(first);
  await pair('A-1');
  await expect.element(page.getByRole('alert')).toHaveTextContent(t('errors.slot-taken', taken.detail));
  await expect.element(field('pair.serial')).toHaveValue(first);
  refuses = false;
  await pair('A-1');
  await button(t('pair.undo')).click();
  await expect
    .poll(() => bodiesOf(sent, 'PATCH', '/sparking/api/device/bulk'))
    .toEqual([{ items: [{ id: 201, space: null }] }]);
  await expect.element(field('pair.serial')).toHaveValue(first);
  await expect.element(bayField()).toHaveValue('A-1');
});

test('an exchange in the list of bays that is refused says why', async () => {
  const swap = { id: 201, ok: false, code: 'not-in-bay' };
  const sent = await open('en', [bay(1, 'A-1', first), bay(2, 'A-2', second)], { swap });
  await page.getByText(t('pair.all', { count: 2 })).click();
  await row('A-1').getByRole('button').click();
  const other = dialog().getByRole('combobox', { name: t('pair.swapWith') });
  await other.fill('A-2');
  await page.getByRole('option', { name: 'A-2' }).click();
  await dialog()
    .getByRole('button', { name: t('pair.swap') })
    .click();
  await expect.element(dialog().getByRole('alert')).toHaveTextContent(t('pair.refused.not-in-bay'));
  expect(bodiesOf(sent, 'PATCH', '/sparking/api/device/bulk')).toEqual([
    { items: [{ id: 201, space: 2, swap: true }] },
  ]);
});

test('a sensor without a subscription says at once that its bay stays unknown', async () => {
  await open('en', [bay(1, 'A-1')], { device: { token: 'none' } });
  await enter(first);
  await pair('A-1');
  await expect.element(page.getByText(t('pair.missing.no-subscription'))).toBeVisible();
  await expect.element(page.getByText(t('pair.allDone'))).toBeVisible();
});

test('a sensor that is not heard within the time says what may be missing', async () => {
  const { setTimeout: real } = globalThis;
  vi.stubGlobal('setTimeout', (run: () => void, ms?: number) => real(run, ms === patienceMs ? 0 : ms));
  await open('en', [bay(1, 'A-1')], { device: { lastSeenAt: null } });
  await enter(first);
  await pair('A-1');
  await expect.element(report('pair.stillWaiting')).toBeVisible();
  await expect.element(page.getByText(t('pair.missing.never-heard'))).toBeVisible();
});

test('the car park is chosen first', async () => {
  await open('en', [bay(1, 'A-1')], { at: '' });
  await page.getByRole('link', { name: 'Marina Mall' }).click();
  await expect.element(page.getByText(t('pair.progress', { count: 1, paired: 0 }))).toBeVisible();
});

test('a person who may not install sensors gets the map', async () => {
  await end();
  end = signIn(location.can('read'));
  await open('en', [bay(1, 'A-1')]);
  await expect.element(page.getByText(t('noMapInfoYet.title'))).toBeVisible();
  expect(page.getByText(t('pair.title')).elements()).toEqual([]);
});
