import type { APIRequestContext } from '@playwright/test';
import sharp from 'sharp';
import { expect, expectAccessible, expectDirection, storyLanguage, test } from '../journey.ts';

/** The picture of a plan. */
const planPicture = () =>
  sharp({ create: { width: 800, height: 500, channels: 3, background: '#f6f8fa' } })
    .composite([
      { input: { create: { width: 720, height: 8, channels: 3, background: '#303d49' } }, left: 40, top: 40 },
    ])
    .png()
    .toBuffer();

async function structureNamed(request: APIRequestContext, name: string): Promise<{ id: number }> {
  const login = await request.post('/api/auth/login', {
    data: { email: 'customer@rasid.test', password: 'Rasid@2026' },
  });
  const { token, user } = (await login.json()).data;
  const found = await request.get(
    `/api/company/${user.company.id}/structure/search?search=${encodeURIComponent(name)}`,
    { headers: { authorization: `Bearer ${token}` } },
  );
  return (await found.json()).data[0];
}

const tag = ['@core/places', '@core/layouts', '@core/assets'];

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('a plan is uploaded, and a device is placed on it by keyboard', async ({ page, request, signIn, text }) => {
    await signIn('customer');
    const structure = await structureNamed(request, language === 'ar' ? 'السعديات' : 'Creek Gardens');
    await page.goto(`/core/structures/${structure.id}`);
    await page.getByRole('link', { name: text('layouts', 'uploadPlan') }).click();
    await page.waitForURL('**/layout-manager/**');

    await page.locator('input[type=file]').setInputFiles({
      name: 'Plant room.png',
      mimeType: 'image/png',
      buffer: await planPicture(),
    });
    const plan = page.getByRole('region', { name: 'Plant room' });
    await expect(plan).toBeVisible();

    const panel = page.getByRole('complementary', { name: text('layouts', 'devices.title') });
    const id = await panel.locator('[data-device-row]').first().getAttribute('data-device-row');
    const row = panel.locator(`[data-device-row="${id}"]`);
    await row.focus();
    await page.keyboard.press('Enter');
    const marker = page.locator(`[data-device="${id}"]`);
    await expect(marker).toBeFocused();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('ArrowUp');
    await expect(
      page.getByText(text('layouts', 'hint.spot').replace('{{x}}', '55').replace('{{y}}', '49')),
    ).toBeVisible();
    const saved = page.waitForResponse((reply) => reply.url().endsWith('/add-device') && reply.ok());
    await page.keyboard.press('Enter');
    await saved;
    await expect(marker).toBeFocused();
    await expectDirection(page, language);
    await expectAccessible(page);

    await page.reload();
    await expect(marker).toHaveCSS('--x', '0.55');
    await expect(marker).toHaveCSS('--y', '0.49');
  });
});

test.describe('on a phone', { tag }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a device is placed with two taps', async ({ page, request, signIn, text }) => {
    await signIn('customer');
    const structure = await structureNamed(request, 'Marina Heights');
    await page.goto(`/core/structures/layout-manager/${structure.id}`);
    const panel = page.getByRole('complementary', { name: text('layouts', 'devices.title') });
    const row = panel.locator('[data-device-row]').first();
    const id = await row.getAttribute('data-device-row');
    await row.tap();
    const saved = page.waitForResponse((reply) => reply.url().endsWith('/add-device') && reply.ok());
    await page.getByRole('region', { name: 'Ground' }).tap();
    await saved;
    await expect(page.locator(`[data-device="${id}"]`)).toBeVisible();
    expect(page.url()).toContain('/layout-manager/');
    await expectDirection(page, 'en');
    await page.getByRole('button', { name: text('layouts', 'undo') }).tap();
    await expect(page.locator(`[data-device="${id}"]`)).toHaveCount(0);
  });
});

test('floors are added at once, and an area is added and found', { tag }, async ({ page, request, signIn }) => {
  await signIn('customer');
  const structure = await structureNamed(request, 'Corniche Villas');
  await page.goto(`/core/assets/structure/${structure.id}/add-floors`);
  await page.getByLabel('From level').fill('-1');
  await page.getByLabel('To level').fill('2');
  await expect(page.getByText('Ground', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add 3 floors' }).click();
  await page.waitForURL(`**/core/structures/${structure.id}?tab=rooms`);
  for (const name of ['Basement 1', 'Level 1', 'Level 2']) await expect(page.getByText(name).first()).toBeVisible();

  await page.goto('/core/structures/all?tab=areas');
  await page.getByRole('button', { name: 'Add area' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Harbour district');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Harbour district' })).toBeVisible();
});
