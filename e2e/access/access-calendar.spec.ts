import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expect, expectAccessible, expectDirection, headersOf, storyLanguage, test } from '../journey.ts';

const tag = ['@core/access', '@solutions/metrowatch'];
const dayMs = 86_400_000;
/** Dubai, where the company is, has no summer time. */
const zoneMs = 4 * 3_600_000;
type Time = `${number}:${number}`;

/** The Tuesday after the next one. */
const day = () => {
  const now = new Date(Date.now() + zoneMs);
  const days = ((2 - now.getUTCDay() + 7) % 7) + 7;
  return new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10);
};
const at = (time: Time) => new Date(Date.parse(`${day()}T${time}:00Z`) - zoneMs).toISOString();
const period = (from: Time, to: Time) => ({ from: at(from), to: at(to) });

/** A lock that no other story of this file uses, and calls as its owner. */
async function lockFor(request: APIRequestContext, nth: number) {
  const headers = await headersOf(request, 'customer');
  const list = await request.get(
    `/api/metrowatch/device?hardwareId=1101,1901&state=installed&sort[id]=asc&skip=${nth}`,
    {
      headers,
    },
  );
  const lock = (await list.json()).data[0] as { id: number; name: string };
  const give = async (name: string, ...windows: object[]) => {
    const holder = { name, email: `${name.toLowerCase().replaceAll(' ', '-')}@visitors.test` };
    const data = { mode: 'calendar-mode', holder, methods: ['link'], windows, deviceIds: [lock.id] };
    const made = await request.post('/api/metrowatch/user-access', { headers, data });
    expect(made.status(), await made.text()).toBe(201);
    return (await made.json()).data.id as number;
  };
  const windowsOf = async (id: number): Promise<{ from: string; to: string }[]> =>
    (await (await request.get(`/api/metrowatch/user-access/${id}`, { headers })).json()).data.windows;
  return {
    lock,
    give,
    windowsOf,
    address: `/SmartTrack/access-management/calendar-mode?day=${day()}&by=lock&of=${lock.id}`,
  };
}

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });
  const slot = (page: Page, label: string, time: Time) =>
    page.getByRole('button', { name: `${label} ${day().split('-').reverse().join('/')} ${time}`, exact: true });
  const field = (within: Page | Locator, name: string) => within.getByRole('textbox', { name, exact: true });
  const windowOf = (page: Page, name: string) => page.locator('button[data-event-id]').filter({ hasText: name });

  test('windows are moved with the mouse, put back, refused with a reason, and drawn for a new grant', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const t = (key: string) => text('access', key);
    const draw = text('calendar', 'slot');
    const { give, windowsOf, address } = await lockFor(request, 0);
    const [mona, huda] = [`Mona ${language}`, `Huda ${language}`];
    const id = await give(mona, period('10:00', '12:00'), period('17:00', '18:00'));
    await give(huda, period('13:00', '14:00'));
    await give(huda, period('13:30', '14:30'));
    await signIn('customer');
    // A page that scrolls while a window is dragged would drag another one.
    await page.setViewportSize({ width: 1440, height: 1600 });
    await page.goto(`${address}&view=week`);
    const first = windowOf(page, mona).first();
    await expect(first).toBeVisible();
    await expectDirection(page, language);
    await expectAccessible(page);
    await expect(windowOf(page, huda).first()).toHaveAttribute('aria-label', new RegExp(text('calendar', 'clashes')));

    await first.dragTo(slot(page, draw, '08:00'), { sourcePosition: { x: 20, y: 10 } });
    await expect(page.getByRole('status').filter({ hasText: mona })).toBeVisible();
    expect((await windowsOf(id))[0]).toEqual(period('08:00', '10:00'));
    await page.getByRole('button', { name: t('calendar.undo') }).click();
    await expect(page.getByRole('button', { name: t('calendar.undo') })).toHaveCount(0);
    expect((await windowsOf(id))[0]).toEqual(period('10:00', '12:00'));

    await first.dragTo(slot(page, draw, '16:30'), { sourcePosition: { x: 20, y: 10 } });
    await expect(page.getByText(t('errors.windows-overlap'))).toBeVisible();
    expect((await windowsOf(id))[0]).toEqual(period('10:00', '12:00'));

    // Windows leave the end of a day free, so that new ones can be drawn there.
    const free = async (time: Time) => {
      const box = await slot(page, draw, time).boundingBox();
      if (!box) throw new Error(`the slot of ${time} is not drawn`);
      return [box.x + box.width - 7, box.y + 9] as const;
    };
    await page.mouse.move(...(await free('08:00')));
    await page.mouse.down();
    await page.mouse.move(...(await free('08:30')), { steps: 4 });
    await page.mouse.up();
    await page.mouse.click(...(await free('15:00')));
    await expect(windowOf(page, t('calendar.new'))).toHaveCount(2);
    await expectAccessible(page);
    await page.getByRole('button', { name: t('actions.give'), exact: true }).click();
    await expect(field(page, t('fields.from'))).toHaveCount(2);
    await expect(field(page, t('fields.from')).first()).toHaveValue(`${day()}T08:00`);
    await expect(field(page, t('fields.to')).first()).toHaveValue(`${day()}T09:00`);
    await expectAccessible(page);
    await page.getByRole('combobox', { name: t('fields.holder') }).click();
    await page.getByRole('option').first().click();
    await page.getByRole('button', { name: t('actions.give'), exact: true }).click();
    await expect(page.getByRole('link', { name: t('given.show') })).toBeVisible();
  });

  test('windows are drawn, moved, opened and removed using only the keyboard', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const t = (key: string) => text('access', key);
    const { give, windowsOf, address } = await lockFor(request, 2);
    const name = `Rana ${language}`;
    const id = await give(name, period('10:00', '11:00'), period('20:00', '21:00'));
    await signIn('customer');
    await page.goto(`${address}&view=day`);
    await expect(windowOf(page, name).first()).toBeVisible();
    await expectAccessible(page);
    // The tab key reaches the morning of the day, and the arrows continue from there.
    const label = (time: Time) => slot(page, text('calendar', 'slot'), time);
    await page.getByRole('radio', { name: text('calendar', 'views.day') }).focus();
    await expect(async () => {
      await page.keyboard.press('Tab');
      await expect(label('08:00')).toBeFocused({ timeout: 100 });
    }).toPass();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(label('09:00')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(windowOf(page, t('calendar.new'))).toBeVisible();

    await windowOf(page, name).first().focus();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(async () => (await windowsOf(id))[0]).toEqual(period('11:30', '12:30'));
    await expect(windowOf(page, name).first()).toBeFocused();
    const panel = page.getByRole('dialog');
    await page.keyboard.press('Enter');
    await expect(field(panel, t('fields.from'))).toHaveValue(`${day()}T11:30`);
    await expectAccessible(page);
    await panel.getByRole('button', { name: t('calendar.remove') }).press('Enter');
    await expect(panel).toHaveCount(0);
    expect(await windowsOf(id)).toEqual([period('20:00', '21:00')]);
  });

  test('a month shows the windows, and a day of it opens by the keyboard', async ({ page, request, signIn, text }) => {
    const { give, address } = await lockFor(request, 4);
    const name = `Dina ${language}`;
    await give(name, period('14:00', '15:00'));
    await signIn('customer');
    await page.goto(`${address}&view=month`);
    await expect(windowOf(page, name)).toBeVisible();
    await expectDirection(page, language);
    await expectAccessible(page);
    await page.getByRole('radio', { name: text('calendar', 'views.day') }).press('Space');
    await expect(page).toHaveURL(/view=day/);
    await expect(windowOf(page, name)).toBeVisible();
  });

  test('on a phone a window is moved and another one added by their forms', async ({ page, request, signIn, text }) => {
    const t = (key: string) => text('access', key);
    await page.setViewportSize({ width: 390, height: 844 });
    const { give, windowsOf, address } = await lockFor(request, 4);
    const name = `Lina ${language}`;
    const id = await give(name, period('10:00', '11:00'));
    await signIn('customer');
    await page.goto(address);
    const row = page.getByRole('button', { name: new RegExp(name) });
    await expect(row).toBeVisible();
    await expectDirection(page, language);
    await expectAccessible(page);
    await row.press('Enter');
    const panel = page.getByRole('dialog');
    await field(panel, t('fields.to')).fill(`${day()}T13:00`);
    await expectAccessible(page);
    await panel.getByRole('button', { name: t('calendar.move') }).press('Enter');
    await expect(panel).toHaveCount(0);
    expect(await windowsOf(id)).toEqual([period('10:00', '13:00')]);

    await page.getByRole('button', { name: text('calendar', 'add') }).press('Enter');
    await field(panel, t('fields.from')).fill(`${day()}T07:00`);
    await panel.getByRole('button', { name: t('calendar.keep') }).press('Enter');
    await page.getByRole('button', { name: t('actions.give'), exact: true }).press('Enter');
    await expect(field(page, t('fields.from'))).toHaveValue(`${day()}T07:00`);
    await expectDirection(page, language);
    await expectAccessible(page);
  });
});
