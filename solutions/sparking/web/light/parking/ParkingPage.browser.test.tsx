import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { show } from '#platform/web/test-render.tsx';
import { testServer } from '#platform/web/test-server.ts';
import type { PublicLocation } from '../../../common/public.ts';
import { ParkingPage } from './ParkingPage.tsx';
import { read } from './use-reading.ts';

const url = '/api/sparking/api/public/token';
const t = (key: string, values?: Record<string, unknown>) => text('parking', key, values);
const minute = 60_000;
const heard = new Date(Date.now() - 2 * minute).toISOString();
const mall: PublicLocation = {
  ...{ nameEn: 'Qasr Mall', nameAr: 'قصر مول', state: 'open', level: 'almost-full', free: 3, total: 40 },
  uses: [{ use: 'people-of-determination', free: 1, total: 2 }],
  later: [],
  ...{ at: heard, changesAt: null, zone: 'Asia/Dubai', days: null, maxHeightCm: 210, feeEn: '5 AED', feeAr: '٥ دراهم' },
  place: { lat: 25.2, lng: 55.3 },
};
afterEach(() => void vi.useRealTimers());

/** Opens the page; the server answers with what `now` returns. */
async function open(language: Language, now: () => PublicLocation | null, kiosk = false) {
  const sent = testServer({
    'GET /sparking/api/public/token': () => {
      const location = now();
      return location
        ? Response.json(location, { headers: { date: new Date().toUTCString() } })
        : Response.json({ word: 'feed-unknown' }, { status: 404 });
    },
  });
  await show(language, <ParkingPage url={url} first={read(url)} kiosk={kiosk} />, { texts: ['parking', 'light'] });
  return sent;
}

describe.each(languages)('the public page of a car park in %s', (language: Language) => {
  test('says in figures, words and at a glance what is free, for whom, and how old that is', async () => {
    await open(language, () => mall);
    await expect.element(page.getByRole('heading')).toHaveTextContent(language === 'ar' ? 'قصر مول' : 'Qasr Mall');
    const glance = page.getByRole('status');
    await expect.element(glance).toHaveTextContent(t('levels.almost-full'));
    await expect.element(glance).toHaveTextContent(`${t('free', { count: 3 })} ${t('of', { total: 40 })}`);
    const others = page.getByRole('list', { name: t('otherBays') });
    await expect.element(others).toHaveTextContent(t('uses.people-of-determination'));
    await expect.element(others).toHaveTextContent(t('useFree', { free: 1, total: 2 }));
    for (const said of [
      t('always'),
      t('metres', { value: '2.10' }),
      language === 'ar' ? '٥ دراهم' : '5 AED',
      t('minutes', { count: 2 }),
    ])
      await expect.element(page.getByText(said, { exact: true })).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: t('map') }))
      .toHaveAttribute('href', expect.stringContaining('25.2,55.3'));
    await expectAccessible();
  });

  test('says how many bays are expected to be free, if that is known', async () => {
    const later = [
      { minutes: 30, free: 5 },
      { minutes: 60, free: 0 },
    ];
    await open(language, () => ({ ...mall, later }));
    const rows = page.getByRole('list', { name: t('expected') }).getByRole('listitem');
    await expect
      .element(rows.first())
      .toHaveTextContent(`${t('inMinutes', { count: 30 })}${t('expectedFree', { count: 5 })}`);
    await expect
      .element(rows.last())
      .toHaveTextContent(`${t('inMinutes', { count: 60 })}${t('expectedFree', { count: 0 })}`);
    await expectAccessible();
  });

  test('says nothing about later while that is not known', async () => {
    await open(language, () => mall);
    await expect.element(page.getByRole('status')).toHaveTextContent(t('levels.almost-full'));
    await expect.element(page.getByRole('list', { name: t('expected') })).not.toBeInTheDocument();
  });

  test('says that there is no data, without a number', async () => {
    await open(language, () => ({ ...mall, state: 'nodata', level: null, free: null, total: null, uses: [] }));
    await expect.element(page.getByRole('status')).toHaveTextContent(t('states.nodata'));
    expect(document.body.textContent).not.toContain(t('of', { total: 40 }));
  });

  test('says when a closed one opens', async () => {
    const changesAt = '2026-12-01T04:00:00.000Z';
    const days = [{ date: '2026-12-01', open: [[480, 1200] as [number, number]] }];
    await open(language, () => ({
      ...mall,
      state: 'closed',
      level: null,
      free: null,
      total: null,
      uses: [],
      changesAt,
      days,
    }));
    await expect.element(page.getByRole('status')).toHaveTextContent(t('states.closed'));
    await expect.element(page.getByText(t('opensAt', { at: '' }).trim(), { exact: false })).toHaveTextContent(/8:00/);
  });

  test('says that nothing could be read yet, and shows it once it can', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    let reached = false;
    await open(language, () => {
      if (!reached) throw new Error('no network');
      return mall;
    });
    await expect.element(page.getByText(t('notRead'))).toBeVisible();
    await expect.element(page.getByRole('heading')).toHaveTextContent(t('title'));
    await expectAccessible();
    reached = true;
    await vi.advanceTimersByTimeAsync(31_000);
    await expect.element(page.getByText(t('levels.almost-full'))).toBeVisible();
    await expect.element(page.getByText(t('notRead'))).not.toBeInTheDocument();
  });

  test('says that an address does not work', async () => {
    await open(language, () => null);
    await expect.element(page.getByText(t('unknown'))).toBeVisible();
  });

  test('on a screen at a gate reads again, and drops what it could not renew for five minutes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    let free = 3;
    let gone = false;
    const sent = await open(
      language,
      () => {
        if (gone) throw new Error('no network');
        return { ...mall, free };
      },
      true,
    );
    const glance = page.getByRole('status').first();
    await expect.element(glance).toHaveTextContent(t('free', { count: 3 }));
    free = 2;
    await vi.advanceTimersByTimeAsync(31_000);
    await expect.element(glance).toHaveTextContent(t('free', { count: 2 }));
    expect(sent.length).toBeGreaterThan(1);
    gone = true;
    await vi.advanceTimersByTimeAsync(6 * minute);
    await expect.element(glance).toHaveTextContent(t('states.nodata'));
    await expect.element(page.getByText(t('failed'))).toBeVisible();
  });
});
