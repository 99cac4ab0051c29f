import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectDirection, fieldOf, linkIn, mailTo, storyLanguage, test } from '../journey.ts';

const tag = ['@core/device-app', '@core/devices', '@core/accounts'];
const password = 'Palm trees 2026';

/** The quoted words of the printed command: credentials, address, header and body. */
async function sendByHttp(page: Page, command: string): Promise<number> {
  const [credentials = '', address = '', , body = ''] = [...command.matchAll(/'((?:[^'\\]|'\\'')*)'/g)].map(
    ([, word = '']) => word,
  );
  const reply = await page.request.post(address, {
    headers: {
      authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
      'content-type': 'application/json',
    },
    data: Buffer.from(body),
  });
  return reply.status();
}

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language, ...(language === 'ar' ? { viewport: { width: 390, height: 844 } } : {}) });

  test('a newcomer gets to a first value without help', async ({ page, request, text }) => {
    // Another try is another newcomer with another device.
    const email = `value-${language}@new.test`;
    const serial = '70:B3:D5:FE:00:01';
    const account = (key: string) => fieldOf(page, text('accounts', key));
    const start = (key: string) => text('device-app', `start.${key}`);
    const step = (name: string) => page.locator(`[data-step="${name}"]`);
    const shows = async () => {
      await expectDirection(page, language);
      await expectAccessible(page);
    };

    await page.goto('/core/auth/sign-up');
    await account('auth.companyName').fill(language === 'ar' ? 'شركة الواحة' : 'Oasis Company');
    await account('fields.firstName').fill(language === 'ar' ? 'مريم' : 'Maryam');
    await account('fields.lastName').fill(language === 'ar' ? 'الزعابي' : 'Al Zaabi');
    await account('signIn.email').fill(email);
    await account('auth.phoneOptional').fill('0501234567');
    await account('signIn.password').fill(password);
    await account('auth.repeat').fill(password);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: text('accounts', 'signUp.submit') }).click();
    await expect(page.getByRole('button', { name: text('accounts', 'signUp.sendAgain') })).toBeVisible();
    await shows();

    await page.goto(linkIn(await mailTo(request, email)));
    await page.getByRole('link', { name: text('accounts', 'signIn.submit') }).click();
    await expect(account('signIn.email')).toHaveValue(email);
    await account('signIn.password').fill(password);
    await page.keyboard.press('Enter');
    await page.waitForURL('/core');
    await expect(step('structure')).toBeVisible();
    await shows();

    // Only the apps that can be tried are offered; the others are on the page of apps.
    await expect(step('app').getByRole('button')).toHaveCount(6);
    const offer = step('app')
      .locator('section')
      .filter({ hasText: text('swam', 'app') });
    await offer.getByRole('button').click();
    await expect(step('app')).toHaveAttribute('data-done');
    await expect(page.getByText(text('platform', 'notifications.permissionsChanged'))).toHaveCount(0);
    await step('structure')
      .getByRole('link', { name: start('action.structure') })
      .click();
    await page.getByLabel(text('places', 'fields.name')).fill(language === 'ar' ? 'برج الواحة' : 'Oasis Tower');
    await page.getByRole('button', { name: text('platform', 'actions.save') }).click();
    await expect(page.getByRole('heading', { level: 1, name: /الواحة|Oasis/ })).toBeVisible();

    // An empty site leads to its first device.
    await page
      .getByRole('main')
      .getByRole('link', { name: text('device-app', 'pages.devices-add') })
      .click();
    await expect(page.getByRole('combobox', { name: text('devices', 'fields.structureId') })).toHaveValue(
      /الواحة|Oasis/,
    );
    await page.getByRole('button', { name: text('device-app', 'add.submit') }).click();
    await expect(page.getByText(text('platform', 'validation.Required')).first()).toBeVisible();
    await shows();
    await page.getByLabel(text('devices', 'columns.serial')).fill(serial);
    await page.getByRole('combobox', { name: text('devices', 'fields.hardwareId') }).fill('U3');
    await page.getByRole('option', { name: /U3/ }).click();
    await page.getByRole('button', { name: text('device-app', 'add.submit') }).click();

    await expect(page.getByText(text('devices', 'connection.waiting'))).toBeVisible();
    await page.getByRole('button', { name: text('devices', 'connection.generate'), exact: true }).click();
    await expect(page.getByText(text('devices', 'connection.onceTitle'))).toBeVisible();
    await shows();
    await expect(page.getByText(text('devices', 'values.connection.never-connected')).first()).toBeVisible();
    await page.getByRole('tab', { name: text('devices', 'connection.way.http') }).click();
    const command = await page.getByLabel(text('devices', 'connection.terminal'), { exact: true }).textContent();
    expect(await sendByHttp(page, command ?? '')).toBe(200);
    await expect(page.getByText(text('devices', 'connection.received'))).toBeVisible();
    await expect(
      page
        .getByRole('tabpanel')
        .or(page.locator('main'))
        .getByText(/2\.40?/)
        .first(),
    ).toBeVisible();
    await shows();

    // Now that values arrive, the steps are one line, which opens.
    await page.goto('/core');
    const unfold = page.getByRole('button', { name: start('unfold') });
    await expect(unfold).toBeVisible();
    await expect(step('rule')).toHaveCount(0);
    await shows();
    await unfold.click();
    await expect(step('rule')).toBeVisible();

    await page.goto('/core/getting-started');
    await expect(step('value')).toHaveAttribute('data-done');
    await shows();
    await step('rule')
      .getByRole('link', { name: start('action.rule') })
      .click();
    // The rule is for that device: only its sensors are offered.
    await page
      .getByRole('combobox', { name: text('rules', 'values.condition.sensor') })
      .first()
      .click();
    await expect(page.getByRole('option', { name: text('swam', 'sensors.level') })).toBeVisible();
    await expect(page.getByRole('option', { name: text('swam', 'sensors.ph') })).toHaveCount(0);
  });
});
