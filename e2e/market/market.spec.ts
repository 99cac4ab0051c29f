import { expect, expectAccessible, expectDirection, headersOf, storyLanguage, test } from '../journey.ts';

const tag = ['@core/market', '@core/accounts', '@solutions/swam'];
const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
const brand = { en: 'PureTrace', ar: 'بيورتريس' };
const solution = { en: 'Water meters', ar: 'عدادات المياه' };
const two = { en: 'For 2 devices', ar: 'لجهازين' };
const device = { en: 'WaterMeter DN20', ar: 'عداد المياه DN20' };

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language, viewport: desktop });

  test('a visitor fills a cart, signs in, and the cart is still there with its quote', async ({ page, text }) => {
    const t = (key: string) => text('market', key);
    const look = async (name: string) => {
      if (!process.env.SHOTS) return;
      await page.screenshot({ path: `${process.env.SHOTS}/${language}-${name}.png`, fullPage: true });
      await page.setViewportSize(phone);
      await page.screenshot({ path: `${process.env.SHOTS}/${language}-${name}-390.png`, fullPage: true });
      await page.setViewportSize(desktop);
    };
    const name = device[language];
    await page.goto('/core/market/main?a=1');
    await page.waitForURL('**/global/core/market/main?a=1');
    await expect(page.getByRole('heading', { name: t('bestSelling') })).toBeVisible();
    await expectDirection(page, language);
    await expectAccessible(page);
    await look('main');
    await page.getByRole('link', { name: brand[language] }).click();
    await page.waitForURL('**/global/core/market/main/PureTrace');
    await page.getByRole('searchbox', { name: t('searchProducts') }).fill('DN20');
    await expect(page.getByRole('button', { name })).not.toHaveCount(0);
    await expectAccessible(page);
    await look('app');
    await page.getByRole('button', { name, exact: true }).click();
    const panel = page.getByRole('dialog');
    await expect(panel.getByRole('heading', { name: t('sections.sensors') })).toBeVisible();
    await expect(panel).toContainText('1 X ');
    await expect(panel).toContainText('$128.00');
    await expectAccessible(page);
    await look('panel');
    await panel.getByRole('button', { name: t('configure') }).click();

    await page.waitForURL('**wizard=swam-hardware**');
    await page.getByRole('textbox', { name: t('quantity') }).fill('20');
    await page.getByRole('checkbox', { name: /IP67/ }).check();
    await expectAccessible(page);
    await look('config');
    await page.getByRole('button', { name: text('platform', 'wizard.next') }).click();
    await page.waitForURL('**step=tokens**');
    await page.getByRole('radio', { name: /\$60\.00/ }).check();
    // 20 × (128 + 39 + 60)
    await expect(page.getByText('$4,540.00')).toBeVisible();
    await page.reload();
    await expect(page.getByText('$4,540.00')).toBeVisible();
    await expectAccessible(page);
    await look('tokens');
    await page.getByRole('button', { name: t('addToCart') }).click();
    await page.getByRole('link', { name: t('openCart') }).click();
    await page.waitForURL('**/global/core/market/cart');
    await expect(page.getByRole('article', { name })).toContainText('$4,540.00');
    await expectDirection(page, language);
    await expectAccessible(page);
    await look('cart');

    await page.getByRole('link', { name: t('signInToOrder') }).click();
    await page.getByLabel(text('accounts', 'signIn.email'), { exact: true }).fill('other@rasid.test');
    await page.getByLabel(text('accounts', 'signIn.password'), { exact: true }).fill('Rasid@2026');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === '/core/market/cart');
    await expect(page.getByRole('article', { name })).toContainText('$4,540.00');
    await expect(page.getByText(t('totals.subtotal'))).toBeVisible();
    await expectAccessible(page);
    await look('cart-signed-in');

    await page.getByRole('button', { name: t('removeOf').replace('{{name}}', name) }).click();
    await expect(page.getByRole('article', { name })).toHaveCount(0);
    await page.getByRole('button', { name: t('undo') }).click();
    await page.getByRole('link', { name: t('editOf').replace('{{name}}', name) }).click();
    await page.waitForURL('**mode=edit**');
    await page.getByRole('textbox', { name: t('quantity') }).fill('10');
    await page.getByRole('button', { name: text('platform', 'wizard.next') }).click();
    await page.getByRole('button', { name: t('saveInCart') }).click();
    await page.getByRole('link', { name: t('openCart') }).click();
    await expect(page.getByRole('article', { name })).toContainText('$2,270.00');
    await page.setViewportSize(phone);
    await expectDirection(page, language);
    await expectAccessible(page);
  });

  test('two devices are compared at an address that can be shared', async ({ page, text }) => {
    await page.goto('/global/core/market/main/PureTrace?compare=1701,1703');
    const table = page.getByRole('table');
    await expect(table).toContainText('$79.00');
    await expect(table).toContainText('$149.00');
    await expectAccessible(page);
    const rows = await table.getByRole('row').count();
    await page.getByRole('switch', { name: text('market', 'onlyDifferences') }).check({ force: true });
    await expect.poll(() => table.getByRole('row').count()).toBeLessThan(rows);
  });

  test('accessories, packages of devices and plugins come into the cart by their wizards, each in a quantity', async ({
    page,
    text,
  }) => {
    const t = (key: string) => text('market', key);
    for (const [web, wizard, steps] of [
      ['SmartTrack', 'metrowatch-accessories', 2],
      ['ProTect', 'defcon-package', 1],
      ['mobility', 'mobility-plugin', 2],
    ] as const) {
      await page.goto(`/global/core/market/main/${web}?wizard=${wizard}`);
      const choices = page.getByRole('main').getByRole('listitem').getByRole('button');
      for (let step = 0; step < steps; step++) {
        const before = page.url();
        await choices.first().click();
        await expect.poll(() => page.url()).not.toBe(before);
      }
      await page.getByRole('textbox', { name: t('quantity') }).fill('3');
      await expectAccessible(page);
      await page.getByRole('button', { name: t('addToCart') }).click();
      await expect(page.getByRole('link', { name: t('openCart') })).toBeVisible();
    }
    await page.goto('/global/core/market/cart');
    await expect(page.getByRole('textbox', { name: new RegExp(t('quantityOf').split('{{')[0] ?? '') })).toHaveCount(3);
  });

  test('subscriptions are bought for devices that are pasted or whose subscription ends soon, and the cart shows for how many', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const t = (key: string) => text('market', key);
    const headers = await headersOf(request, 'other');
    const owned = await request.post('/api/token/target', {
      headers,
      data: { app: 'swam', serials: ['70B3D5D00001', '70B3D5D00002'] },
    });
    const devices: { name: string; serial: string }[] = (await owned.json()).data;
    expect(devices).toHaveLength(2);
    await signIn('other');
    await page.goto('/core/market/main/PureTrace?wizard=swam-tokens&step=devices');
    await page.getByRole('button', { name: solution[language], exact: true }).click();
    const targets = page.getByRole('region', { name: t('targets.title') });
    const field = targets.getByLabel(t('targets.serial'), { exact: true });
    await field.focus();
    await field.evaluate(
      (input, lines) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text', lines);
        input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      `${devices.map(({ serial }) => serial.match(/../g)?.join(':')).join('\n')}\nAA11BB22CC33`,
    );
    await expect(targets.getByRole('listitem')).toHaveCount(2);
    await expect(targets.getByRole('alert')).toContainText('AA11BB22CC33');
    await expectAccessible(page);
    await page
      .getByRole('button', { name: t('choose') })
      .first()
      .click();
    await page.setViewportSize(phone);
    await expectDirection(page, language);
    await expectAccessible(page);
    await page.setViewportSize(desktop);
    await page.getByRole('button', { name: t('addToCart'), exact: true }).click();
    await page.getByRole('link', { name: t('openCart') }).click();
    const entry = page.getByRole('article');
    await expect(entry).toContainText(two[language]);
    await expect(entry.getByRole('textbox')).toHaveValue('2');
    // Fewer than the devices cannot be ordered; the edit has the devices again.
    await entry
      .getByRole('link')
      .filter({ hasText: t('edit') })
      .click();
    await expect(targets.getByRole('listitem')).toHaveCount(2);
  });
});

test('people whose company buys from an integrator see the market, and where they ask for devices', { tag }, async ({
  page,
  signIn,
  text,
}) => {
  await signIn('customer');
  await page.goto('/core/market/main');
  await page
    .getByRole('main')
    .getByRole('link', { name: text('market', 'supplier.ask'), exact: true })
    .first()
    .click();
  await page.waitForURL('**/devices/request');
});

test('an unknown app is not found, and an id of an app leads to its name', { tag }, async ({ page, text }) => {
  await page.goto('/global/core/market/main/swam');
  await page.waitForURL('**/global/core/market/main/PureTrace');
  await page.goto('/global/core/market/main/nothing');
  await expect(page.getByText(text('platform', 'errors.not-found')).first()).toBeVisible();
});
