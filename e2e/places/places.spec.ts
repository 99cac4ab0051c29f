import type { APIRequestContext } from '@playwright/test';
import sharp from 'sharp';
import { expect, expectAccessible, expectDirection, storyLanguage, test } from '../journey.ts';

/** The picture of a plan. */
const planPicture = (width = 800, height = 500) =>
  sharp({ create: { width, height, channels: 3, background: '#f6f8fa' } })
    .composite([
      { input: { create: { width: width - 80, height: 8, channels: 3, background: '#303d49' } }, left: 40, top: 40 },
      { input: { create: { width: 8, height: height - 80, channels: 3, background: '#303d49' } }, left: 40, top: 40 },
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
    await expectDirection(page, language);
    await expectAccessible(page);

    await page.locator('input[type=file]').setInputFiles({
      name: 'Plant room.png',
      mimeType: 'image/png',
      buffer: await planPicture(),
    });
    const plan = page.getByRole('region', { name: 'Plant room' });
    await expect(plan).toBeVisible();
    await expectAccessible(page);

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
    await expectAccessible(page);

    await page.reload();
    await expect(marker).toHaveCSS('--x', '0.55');
    await expect(marker).toHaveCSS('--y', '0.49');

    // Moves the device again and undoes it.
    await marker.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(marker).toHaveCSS('--x', '0.54');
    await page.getByRole('button', { name: text('layouts', 'undo') }).click();
    await expect(marker).toHaveCSS('--x', '0.55');

    // Esc cancels the move, Delete removes the device from the plan.
    await marker.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await expect(marker).toHaveCSS('--y', '0.49');
    await marker.focus();
    await page.keyboard.press('Delete');
    await expect(marker).toHaveCount(0);
    await expect(panel.locator(`[data-device-row="${id}"]`)).toBeVisible();
  });

  test('a device is placed by pointer, and a picture with another aspect ratio needs a confirmation', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    await signIn('customer');
    const structure = await structureNamed(request, 'Pumping Station');
    await page.goto(`/core/structures/layout-manager/${structure.id}?floor=whole`);
    const name = `Yard ${language}`;
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: `${name}.png`,
        mimeType: 'image/png',
        buffer: await planPicture(),
      });
    const plan = page.getByRole('region', { name });
    await expect(plan).toBeVisible();
    const panel = page.getByRole('complementary', { name: text('layouts', 'devices.title') });
    const id = await panel.locator('[data-device-row]').first().getAttribute('data-device-row');
    const row = panel.locator(`[data-device-row="${id}"]`);
    await row.click();
    await expect(row).toHaveAttribute('aria-pressed', 'true');
    await plan.click();
    const marker = page.locator(`[data-device="${id}"]`);
    await expect(marker).toBeVisible();

    // Dragging does not open the page of the device.
    const saved = page.waitForResponse((reply) => reply.url().endsWith('/add-device') && reply.ok());
    const box = (await marker.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 90, box.y + 60, { steps: 5 });
    await page.mouse.up();
    await saved;
    expect(page.url()).toContain('/layout-manager/');

    await page.locator('input[type=file][hidden]').setInputFiles({
      name: 'tall.png',
      mimeType: 'image/png',
      buffer: await planPicture(500, 800),
    });
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: text('layouts', 'replace.keep') })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: text('layouts', 'replace.clear') }).click();
    await expect(marker).toHaveCount(0);

    await page.getByRole('button', { name: text('layouts', 'planActions').replace('{{name}}', name) }).click();
    await page.getByRole('menuitem', { name: text('platform', 'actions.delete') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('platform', 'actions.delete') })
      .click();
    await expect(plan).toHaveCount(0);
  });

  test('a file that is not an image is refused with an explanation', async ({ page, request, signIn, text }) => {
    await signIn('customer');
    const structure = await structureNamed(request, 'Corniche Villas');
    await page.goto(`/core/structures/layout-manager/${structure.id}`);
    await page.locator('input[type=file]').setInputFiles({
      name: 'plan.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<!doctype html><script>alert(1)</script>'),
    });
    await expect(page.getByText(text('platform', 'validation.notAnImage'))).toBeVisible();
  });

  test('a plan is pasted, and a device is dragged onto it', async ({ page, request, signIn, text }) => {
    await signIn('customer');
    const structure = await structureNamed(request, 'Marina Heights');
    await page.goto(`/core/structures/layout-manager/${structure.id}?floor=whole`);
    await expect(page.getByText(text('layouts', 'noPlan.title'))).toBeVisible();
    const bytes = (await planPicture()).toString('base64');
    await page.evaluate((base64) => {
      const data = new DataTransfer();
      const picture = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      data.items.add(new File([picture], 'Pasted.png', { type: 'image/png' }));
      window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    }, bytes);
    const plan = page.getByRole('region', { name: 'Pasted' });
    await expect(plan).toBeVisible();

    const panel = page.getByRole('complementary', { name: text('layouts', 'devices.title') });
    const id = await panel.locator('[data-device-row]').first().getAttribute('data-device-row');
    const row = panel.locator(`[data-device-row="${id}"]`);
    await row.dragTo(plan);
    const marker = page.locator(`[data-device="${id}"]`);
    await expect(marker).toBeVisible();

    // The wheel zooms at the pointer, 0 shows the whole plan.
    const width = async () => (await plan.locator('img').boundingBox())?.width ?? 0;
    const before = await width();
    await plan.hover();
    await page.mouse.wheel(0, -600);
    await expect.poll(width).toBeGreaterThan(before * 1.5);
    await plan.focus();
    await page.keyboard.press('0');
    await expect.poll(width).toBeCloseTo(before, 0);

    // Cleans up for the next journey.
    await page.getByRole('button', { name: text('layouts', 'planActions').replace('{{name}}', 'Pasted') }).click();
    await page.getByRole('menuitem', { name: text('platform', 'actions.delete') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('platform', 'actions.delete') })
      .click();
    await expect(page.getByText(text('layouts', 'noPlan.title'))).toBeVisible();
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
