import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { show } from '#platform/web/test-render.tsx';
import type { ScreenView } from '../../../common/screen.ts';
import { Screen } from './Screen.tsx';
import type { ScreenCalls } from './screen-calls.ts';

const free: ScreenView = {
  name: 'Gate 2',
  language: 'both',
  content: {
    title: { en: 'Mall car park', ar: 'موقف المول' },
    lines: [
      { label: { en: 'Free', ar: 'شاغر' }, value: { en: '63', ar: '63' }, note: null, tone: 'good' },
      { label: { en: 'Electric', ar: 'كهربائية' }, value: { en: '4', ar: '4' }, note: null, tone: null },
    ],
    at: '2026-11-20T10:30:00.000Z',
  },
};
const waits = { view: 20, state: 20, code: 20 };

/** A server on which the test decides what comes next. */
function server() {
  const now = {
    code: '123456' as string | null,
    paired: false,
    view: free as ScreenView | 'gone' | null,
    addresses: [] as string[],
    streams: 0,
    tell: (_: ScreenView): void => undefined,
  };
  const calls: ScreenCalls = {
    start: async () => (now.code === null ? null : { code: now.code, secret: `secret of ${now.code}` }),
    state: async () =>
      now.paired ? { state: 'paired', address: '/api/public/screen/t1' } : { state: 'waiting', address: null },
    view: async (address) => {
      now.addresses.push(address);
      return now.view;
    },
    follow(_, take) {
      now.streams += 1;
      now.tell = take;
      return () => undefined;
    },
  };
  return { now, calls };
}

beforeEach(() => localStorage.removeItem('rasid.screen'));
afterEach(() => localStorage.removeItem('rasid.screen'));

describe.each(languages)('a screen in %s', (language) => {
  const t = (key: string) => text('screen', key);
  const open = async (of = server(), waiting = waits) => {
    await show(language, <Screen calls={of.calls} waits={waiting} />, { texts: ['screen', 'light'] });
    return of;
  };

  test('shows its code until it is paired, then what it is for, in both languages', async () => {
    const { now } = await open();
    await expect.element(page.getByText('123 456')).toBeVisible();
    await expectAccessible();
    now.paired = true;
    await expect.element(page.getByText('63')).toBeVisible();
    for (const words of ['Mall car park', 'موقف المول', 'Free', 'شاغر', 'Electric'])
      await expect.element(page.getByText(words, { exact: true })).toBeVisible();
    expect(document.title).toBe('Gate 2');
    expect(now.addresses[0]).toBe('/api/public/screen/t1');
    await expectAccessible();
  });

  test('shows its first figure several times as large as the others, and larger with more room', async () => {
    const { now } = await open();
    now.paired = true;
    const size = (figure: string) =>
      Number.parseFloat(getComputedStyle(page.getByText(figure, { exact: true }).element()).fontSize);
    for (const [width, height, times] of [
      [1280, 800, 4],
      [390, 844, 3],
    ] as const) {
      await page.viewport(width, height);
      await expect.element(page.getByText('63')).toBeVisible();
      expect(size('63')).toBeGreaterThan(times * size('4'));
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(height);
    }
  });

  test('shows what has changed as soon as it changes', async () => {
    const { now } = await open(server(), { ...waits, view: 600_000 });
    now.paired = true;
    await expect.element(page.getByText('63')).toBeVisible();
    const [line] = free.content?.lines ?? [];
    if (!free.content || !line) throw new Error('The screen has no line');
    now.tell({ ...free, content: { ...free.content, lines: [{ ...line, value: { en: '62', ar: '62' } }] } });
    await expect.element(page.getByText('62')).toBeVisible();
  });

  test('keeps its stream while it is read again and again, and begins another one after the connection was lost', async () => {
    const { now } = await open();
    now.paired = true;
    await expect.poll(() => now.addresses.length).toBeGreaterThan(3);
    expect(now.streams).toBe(1);
    now.view = null;
    const read = now.addresses.length;
    await expect.poll(() => now.addresses.length).toBeGreaterThan(read + 1);
    now.view = free;
    await expect.poll(() => now.streams).toBe(2);
  });

  test('keeps its last figures and says so while there is no connection, also after a restart', async () => {
    const first = server();
    first.now.paired = true;
    await open(first);
    await expect.element(page.getByText('63')).toBeVisible();
    first.now.view = null;
    const [sign = ''] = t('offline').split('.');
    await expect.element(page.getByRole('status')).toHaveTextContent(sign);
    const second = server();
    second.now.view = null;
    await open(second);
    await expect.element(page.getByText('63')).toBeVisible();
    await expect.element(page.getByRole('status')).toHaveTextContent(sign);
  });

  test('shows a code again once it was removed', async () => {
    const { now } = await open();
    now.paired = true;
    await expect.element(page.getByText('63')).toBeVisible();
    Object.assign(now, { view: 'gone', paired: false, code: '654321' });
    await expect.element(page.getByText('654 321')).toBeVisible();
  });

  test('says that it waits while there is no connection and nothing to show', async () => {
    const of = server();
    of.now.code = null;
    await open(of);
    await expect.element(page.getByText(t('waiting'))).toBeVisible();
    of.now.code = '111222';
    await expect.element(page.getByText('111 222')).toBeVisible();
  });

  test('follows the language that was chosen for it, and says if there is nothing to show', async () => {
    const of = server();
    of.now.paired = true;
    of.now.view = { ...free, language: 'ar' };
    await open(of);
    await expect.element(page.getByText('موقف المول')).toBeVisible();
    expect(page.getByText('Mall car park').elements()).toEqual([]);
    // Also its other texts and its direction, whatever language the device has.
    await expect.poll(() => document.documentElement.dir).toBe('rtl');
    await expect.element(page.getByRole('status')).toHaveTextContent(text('screen', 'asOf', { time: '' }).trim());
    await expect.element(page.getByRole('status')).toHaveTextContent(/\d\d:\d\d$/);
    of.now.view = { ...free, content: null };
    await expect.element(page.getByText(t('nothing'))).toBeVisible();
  });
});
