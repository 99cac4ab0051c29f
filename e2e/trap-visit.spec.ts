import sharp from 'sharp';
import {
  expect,
  expectAccessible,
  expectDirection,
  fieldOf,
  headersOf,
  keptReplies,
  storyLanguage,
  test,
  workerReady,
} from './journey.ts';
import { addTraps } from './journey-database.ts';

const tag = ['@platform', '@solutions/rodent'];
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, serviceWorkers: 'allow' });

const count = 48;
const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
  .jpeg()
  .toBuffer();

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('a visit to 48 traps is recorded without a network, sent once with the times of the work, and signed', async ({
    page,
    context,
    request,
    signIn,
    text,
  }) => {
    const site = await addTraps('customer@rasid.test', count);
    const headers = await headersOf(request, 'customer');
    const plan = {
      structureId: site,
      kind: 'planned',
      plannedAt: new Date().toISOString(),
      technicianId: null,
      note: null,
    };
    const visit = (await (await request.post('/api/rodent/visit', { headers, data: plan })).json()).data;
    const sheet = async () =>
      (await (await request.get(`/api/rodent/visit/${visit.id}/sheet`, { headers })).json()).data;
    const trap = (n: number, key: string) => text('rodent', key).replace('{{trap}}', String(n));
    const allWell = (n: number) => page.getByRole('button', { name: trap(n, 'allWellAt'), exact: true });
    const dialog = page.getByRole('dialog');

    await signIn('customer');
    await page.goto(`/LessWaste/visits/visit/${visit.id}`);
    await expect(allWell(1)).toBeVisible();
    await workerReady(page);
    await page.reload();
    await expect(allWell(1)).toBeVisible();
    await expectDirection(page, language);
    await expectAccessible(page);
    await expect.poll(() => keptReplies(page)).toContain('"poisonFree"');
    // The sheet for a trap is loaded before the network is gone.
    await page.getByRole('button', { name: trap(1, 'recordAt'), exact: true }).click();
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await context.setOffline(true);
    await page.getByRole('button', { name: trap(1, 'recordAt'), exact: true }).click();
    await dialog.getByRole('radio', { name: text('rodent', 'values.finding.catch'), exact: true }).click();
    await dialog
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'trap.jpg', mimeType: 'image/jpeg', buffer: photo });
    const photos = text('input', 'photo.count').replace('{{count}}', '1').replace('{{most}}', '3');
    await expect(dialog.getByText(photos)).toBeVisible();
    await dialog.getByRole('button', { name: text('rodent', 'saveAndNext') }).click();
    // It goes on with the next trap of the walk.
    await expect(dialog.getByRole('heading', { name: trap(2, 'trapOf') })).toBeVisible();
    await dialog.getByRole('radio', { name: text('rodent', 'values.finding.inaccessible'), exact: true }).click();
    await dialog.getByRole('button', { name: text('rodent', 'saveAndNext') }).click();
    await fieldOf(dialog, text('rodent', 'fields.reason')).fill('Behind the pallets');
    await dialog.getByRole('button', { name: text('rodent', 'saveAndNext') }).click();
    await expect(dialog.getByRole('heading', { name: trap(3, 'trapOf') })).toBeVisible();
    await page.keyboard.press('Escape');
    for (let n = 3; n <= count; n++) {
      await allWell(n).click();
      await expect(allWell(n)).toBeHidden();
    }
    await expect(page.getByText(text('rodent', 'allChecked'))).toBeVisible();
    // The browser is closed and opened again.
    await page.reload();
    await expect(page.getByText(text('rodent', 'allChecked'))).toBeVisible();
    const before = new Date().toISOString();

    await context.setOffline(false);
    await expect.poll(async () => (await sheet()).lines.length, { timeout: 30_000 }).toBe(count);
    const { lines } = await sheet();
    expect(new Set(lines.map(({ deviceId }: { deviceId: number }) => deviceId)).size).toBe(count);
    expect(lines.every(({ at }: { at: string }) => at < before)).toBe(true);
    expect(lines[0]).toMatchObject({ finding: 'catch', count: 1 });
    const proofs = (await (await request.get(`/api/rodent/visit/${visit.id}/proof`, { headers })).json()).data;
    expect(proofs.map(({ clientId }: { clientId: string }) => clientId)).toEqual(lines[0].photos);

    await page.getByRole('button', { name: text('rodent', 'steps.finish'), exact: true }).click();
    await page.getByRole('button', { name: text('rodent', 'steps.sign'), exact: true }).click();
    await fieldOf(dialog, text('rodent', 'fields.signedBy')).fill('Hessa Al Marri');
    await dialog.getByRole('button', { name: text('input', 'signature.useName') }).click();
    // Its picture is made from what was typed a moment later.
    const signed = text('input', 'signature.signed').replace('{{name}}', text('rodent', 'fields.signature'));
    await expect(dialog.getByRole('img', { name: signed })).toBeVisible();
    await dialog.getByRole('button', { name: text('rodent', 'steps.sign'), exact: true }).click();
    await expect(dialog).toBeHidden();
    expect((await sheet()).visit).toMatchObject({ state: 'signed', signedBy: 'Hessa Al Marri' });
  });
});
