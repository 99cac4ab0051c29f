import { deviceOf, expect, expectAccessible, expectDirection, languages, test } from './journey.ts';

const tag = ['@core/access', '@solutions/metrowatch'];

for (const language of languages) {
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
      const nth = languages.indexOf(language);
      const lock = await deviceOf(
        request,
        'customer',
        `hardwareId=1101&state=installed&sort[id]=asc&skip=${nth}`,
        'metrowatch',
      );
      await lock.publish({ lockState: 'locked' });
      await lock.follow(() => ({ lockState: 'unlocked' }));

      await page.goto('/SmartTrack/access-management/user-access/access/onetime');
      await expectDirection(page, language);
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
      await expect(link.getByRole('status').filter({ hasText: opened })).toBeVisible({ timeout: 20_000 });
      await link.reload();
      await expect(link.getByText(text('link', 'states.used'))).toBeVisible();
      await phone.close();

      await page.goto(`/SmartTrack/devices/device-lock/${lock.id}?tab=access-log`);
      await expect(page.getByText(text('access', 'values.method.link')).first()).toBeVisible();
      await expectAccessible(page);
      await lock.end();
    });

    test('access is given on a phone and taken back', async ({ page, request, signIn, text }) => {
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
  });
}
