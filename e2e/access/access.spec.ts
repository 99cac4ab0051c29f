import {
  deviceOf,
  expect,
  expectAccessible,
  expectDirection,
  headersOf,
  linkIn,
  mailTo,
  storyLanguage,
  test,
} from '../journey.ts';
import { lockOf } from '../journey-lock.ts';
import { pdfLines } from '../pdf.ts';

const tag = ['@core/access', '@solutions/metrowatch'];

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('a one-time link opens a lock from a phone without a sign-in, and the log shows it', async ({
    page,
    browser,
    baseURL,
    request,
    signIn,
    text,
  }) => {
    await signIn('customer');
    const lock = await deviceOf(request, 'customer', `hardwareId=1101&state=installed&sort[id]=asc`, 'metrowatch');
    await lock.publish({ lockState: 'locked' });
    await lock.follow(() => ({ lockState: 'unlocked' }));

    await page.goto('/SmartTrack/access-management/user-access/access/onetime');
    await page.getByRole('combobox', { name: text('access', 'fields.lock') }).fill(lock.name);
    await page.getByRole('option', { name: lock.name, exact: true }).click();
    await page.getByLabel(text('access', 'fields.forWhom')).fill('Courier');
    await expectAccessible(page);
    await page.getByRole('button', { name: text('access', 'actions.makeLink') }).click();
    const shown = page.getByText(/\/one-time-access\//);
    await expect(shown).toBeVisible();
    await expectAccessible(page);
    const url = new URL((await shown.textContent()) ?? '');

    const phone = await browser.newContext({
      ...(baseURL ? { baseURL } : {}),
      locale: language,
      viewport: { width: 390, height: 844 },
    });
    const link = await phone.newPage();
    await link.goto(url.pathname);
    await expect(link.getByRole('heading', { name: lock.name })).toBeVisible();
    await expectAccessible(link);
    await link.getByRole('button', { name: text('link', 'hold') }).focus();
    await link.keyboard.press('Enter');
    await link.keyboard.press('Enter');
    const opened = text('link', 'progress.opened').split('{{')[0] as string;
    await expect(link.getByRole('status').filter({ hasText: opened })).toBeVisible();
    await link.reload();
    await expect(link.getByText(text('link', 'states.used'))).toBeVisible();
    await phone.close();

    await page.goto(`/SmartTrack/devices/device-lock/${lock.id}?tab=access-log`);
    await expect(page.getByText(text('access', 'values.method.link')).first()).toBeVisible();
    await expectAccessible(page);
    await lock.end();
  });

  test('a lock is opened, closed and blocked in the list of devices, which follows it', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    await signIn('customer');
    const filter = `hardwareId=1901&state=installed&sort[id]=asc`;
    const lock = await deviceOf(request, 'customer', filter, 'metrowatch');
    await lock.publish({ lockState: 'locked', door: false });
    await lock.follow((_params, method) => ({ lockState: method === 'unlock' ? 'unlocked' : 'locked' }));
    await page.goto(`/SmartTrack/devices/list/solution/19?search=${encodeURIComponent(lock.name)}`);
    const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: lock.name, exact: true }) });
    const act = (action: string) =>
      card.getByRole('button', { name: text('access', `actions.${action}`), exact: true });
    const state = (value: string) => card.getByText(text('devices', `values.lockState.${value}`), { exact: true });
    await expect(state('locked')).toBeVisible();
    await act('hold').press('Enter');
    await card.getByRole('button', { name: text('access', 'hold.again') }).press('Enter');
    await expect(state('unlocked')).toBeVisible();
    await act('lock').click();
    await expect(state('locked')).toBeVisible();
    await act('block').click();
    await expect(card.getByText(text('access', 'values.lockState.blocked'), { exact: true })).toBeVisible();
    await expect(act('hold')).toHaveCount(0);
    await act('unblock').click();
    await expect(state('locked')).toBeVisible();
    await act('give').click();
    await expect(page).toHaveURL(new RegExp(`grant-access\\?device=${lock.id}$`));
    await lock.end();
  });

  test('a link is sent again as a new one, and the history of its access shows it', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    await signIn('customer');
    const headers = await headersOf(request, 'customer');
    const lock = (
      await (await request.get('/api/metrowatch/device?hardwareId=1101&state=installed&limit=1', { headers })).json()
    ).data[0];
    const [from, to] = [-1, 2].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString());
    const note = `Parcel ${language} ${Date.now()}`;
    const data = { deviceId: lock.id, kind: 'link', from, to, note };
    const made = await (await request.post('/api/metrowatch/access-token', { headers, data })).json();
    const [before] = made.data.secrets.links;
    await page.goto(`/SmartTrack/access-management/accesses-list/onetime?search=${encodeURIComponent(note)}`);
    await page.getByRole('button', { name: text('access', 'actions.resend') }).click();
    const panel = page.getByRole('dialog');
    await panel.getByRole('button', { name: text('access', 'resend.show') }).click();
    const shown = panel.getByText(/\/one-time-access\//);
    await expect(shown).toBeVisible();
    await expectAccessible(page);
    expect(await shown.textContent()).not.toBe(before.url);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: text('platform', 'actions.history') }).click();
    await expect(page.getByRole('dialog').getByText(text('access', 'columns.renewedAt'))).toBeVisible();
    await expectDirection(page, language);
    await expectAccessible(page);
  });

  test('access is granted and revoked on a phone', async ({ page, request, signIn, text }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn('customer');
    const lock = await deviceOf(request, 'customer', 'hardwareId=1901', 'metrowatch');
    await page.goto(`/SmartTrack/access-management/grant-access?device=${lock.id}`);
    await page.getByRole('combobox', { name: text('access', 'fields.holder') }).click();
    await page.getByRole('option').first().click();
    await expectAccessible(page);
    await page.getByRole('button', { name: text('access', 'actions.give') }).click();
    await page.getByRole('link', { name: text('access', 'given.show') }).click();
    await expect(page.getByText(text('access', 'values.grantState.active')).first()).toBeVisible();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('access', 'actions.revoke'), exact: true })
      .click();
    await expect(page.getByText(text('access', 'values.endReason.revoked')).first()).toBeVisible();
    await lock.end();
  });

  test('a person leaves, the remaining lock is listed until it wakes, and the list is signed', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const t = (key: string) => text('access', key);
    const filter = 'hardwareId=1101&state=installed&sort[id]=asc';
    const [near, far] = [await lockOf(request, filter), await lockOf(request, `${filter}&skip=1`)];
    await near.wake();
    await far.wake();
    const headers = await headersOf(request, 'customer');
    const post = async (path: string, data: object) =>
      (await (await request.post(`/api${path}`, { headers, data })).json()).data;
    const { data: session } = await (await request.get('/api/session', { headers })).json();
    const company = session.company.id as number;
    const email = `leaver-${language}@rasid.test`;
    const person = { firstName: 'Leaver', lastName: language, email, role: 'Operator' };
    const { id: userId } = await post(`/company/${company}/user`, person);
    const token = linkIn(await mailTo(request, email, '/reset-password#token=')).split('token=')[1];
    await post(`/auth/set-password/${token}`, { password: 'Leaves fall 2026' });
    const made = await post('/metrowatch/user-access', {
      mode: 'fulltime',
      holder: { userId },
      methods: ['app', 'pin'],
      deviceIds: [near.id, far.id],
    });
    const codes = async () => {
      const grant = (await (await request.get(`/api/metrowatch/user-access/${made.id}`, { headers })).json()).data;
      return grant.credentials.filter(({ sync }: { sync: string }) => sync === 'set').length;
    };
    await expect.poll(codes).toBe(2);
    await far.sleep();

    // An administrator deactivates the account, and is referred to the list of locks.
    await signIn('customer');
    await page.goto(`/core/companies/profile/${company}?tab=staff`);
    const row = page.getByRole('row').filter({ hasText: email });
    await row.hover();
    await row.getByRole('button', { name: text('accounts', 'actions.deactivate') }).click();
    const dialog = page.getByRole('dialog');
    for (const { name } of [near, far]) await expect(dialog).toContainText(name);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: text('accounts', 'actions.deactivate') }).click();
    await expect(dialog.getByRole('status')).toContainText(t('leaving.ended'));
    await expectAccessible(page);
    await dialog.getByRole('link', { name: t('leaving.proof') }).click();
    await expect(page.getByRole('heading', { level: 1, name: `Leaver ${language}` })).toBeVisible();
    await page.goto('/SmartTrack/access-management/revocations');
    await expectDirection(page, language);
    await expectAccessible(page);
    await page.getByRole('link', { name: `Leaver ${language}` }).click();

    const status = page.getByRole('status').filter({ hasText: far.name });
    await expect(status).toBeVisible();
    await expect(status).not.toContainText(near.name);
    await expect(page.getByRole('button', { name: t('revocation.print') })).toHaveCount(0);
    await expectAccessible(page);
    await far.wake();
    await expect(page.getByText(t('revocation.all'))).toBeVisible();
    await expectDirection(page, language);
    await expectAccessible(page);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: t('revocation.print') }).click();
    const lines = await pdfLines(await (await download).path());
    const printed = lines.map((line) => line.text).join('\n');
    // The letters of Arabic names are joined on paper, so the digits of the times identify both locks.
    expect(printed.match(/\d\d:\d\d:\d\d/g)?.length).toBeGreaterThanOrEqual(4);
    expect(lines.at(-1)?.text).toMatch(/^1 ?\/ ?1$/);
    await Promise.all([near.sleep(), far.sleep()]);
  });

  test('an offline code is made after a confirmation that it cannot be revoked', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const t = (key: string) => text('access', key);
    const lock = await lockOf(request, 'hardwareId=1101&state=installed&sort[id]=asc');
    await signIn('customer');
    await page.goto(`/SmartTrack/devices/device-lock/${lock.id}?tab=codes`);
    await page.getByRole('button', { name: t('actions.offlineCode') }).click();
    const form = page.getByRole('dialog');
    await expect(form.getByText(t('offline.hint'))).toBeVisible();
    const make = form.getByRole('button', { name: t('actions.makeCode') });
    await expect(make).toBeDisabled();
    await form.getByRole('checkbox', { name: t('fields.understood') }).check();
    await expectDirection(page, language);
    await expectAccessible(page);
    await make.click();
    await expect(form.getByText(/^\d{9}$/)).toBeVisible();
    await expectAccessible(page);
  });
});
