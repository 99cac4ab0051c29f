import { expect, expectAccessible, expectDirection, headersOf, signInAs, storyLanguage, test } from './journey.ts';

const tag = ['@core/boards', '@core/device-app'];

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('a person lands on the overview, opens the worst site, and arranges the overview by keyboard', async ({
    page,
    text,
    request,
  }) => {
    const person = 'customer';
    await signInAs(page, text, `${person}@rasid.test`);
    await page.waitForURL('/core');
    await expectDirection(page, language);
    const name = text('boards', 'pages.home');
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
    const figures = page.getByRole('region', { name: text('device-app', 'widgets.headline') });
    await expect(figures.getByText(text('device-app', 'overview.openAlarms'))).toBeVisible();
    const sites = page.getByRole('region', { name: text('device-app', 'widgets.worst-sites') });
    await expect(sites).toBeVisible();
    await expectAccessible(page);

    // Devices of the demo go offline and raise alarms in turn; there is not always a site in trouble.
    const worst = sites.getByRole('link').first();
    await expect(worst.or(sites.getByText(text('device-app', 'overview.noTrouble')))).toBeVisible();
    if (await worst.isVisible()) {
      await worst.click();
      await page.waitForURL(/\/core\/structures\/\d+/);
      await page.goBack();
      await page.waitForURL('/core');
    }

    await page.getByRole('button', { name: text('boards', 'board.arrange') }).click();
    const moveOf = text('boards', 'edit.move').replace('{{name}}', text('alarms', 'widgets.open-alarms'));
    const handle = page.getByRole('button', { name: moveOf, exact: true });
    await handle.focus();
    const saved = page.waitForResponse((reply) => reply.request().method() === 'PATCH' && reply.status() === 200);
    await page.keyboard.press('Enter');
    await expect(handle).toHaveAttribute('aria-pressed', 'true');
    // Down below the sites, then to the start of the row: left in English, right in Arabic.
    for (let n = 0; n < 8; n++) await page.keyboard.press('ArrowDown');
    for (let n = 0; n < 13; n++) await page.keyboard.press(language === 'ar' ? 'ArrowRight' : 'ArrowLeft');
    await page.keyboard.press('Escape');
    await saved;
    await expectAccessible(page);
    await page.getByRole('button', { name: text('boards', 'edit.done') }).click();

    await page.reload();
    const alarms = page.getByRole('region', { name: text('alarms', 'widgets.open-alarms') });
    await expect(alarms).toBeVisible();
    const headers = await headersOf(request, person);
    const boards = (await (await request.get('/api/board', { headers })).json()).data;
    const mine = boards.find(({ chosen }: { chosen: boolean }) => chosen);
    const stored = mine.widgets.find(({ kind }: { kind: string }) => kind === 'open-alarms');
    expect(stored.x).toBe(0);
    const topOf = async (widget: typeof alarms) => (await widget.boundingBox())?.y ?? 0;
    await expect.poll(async () => (await topOf(alarms)) - (await topOf(sites))).toBeGreaterThan(0);

    // Reset to the default.
    await page.getByRole('button', { name: text('boards', 'board.arrange') }).click();
    await page.getByRole('button', { name: text('boards', 'settings.title') }).click();
    await page.getByRole('button', { name: text('boards', 'settings.reset') }).click();
    await page
      .getByRole('dialog', { name: text('boards', 'settings.resetTitle') })
      .getByRole('button', { name: text('boards', 'settings.reset') })
      .click();
    await expect(page.getByRole('button', { name: text('boards', 'board.default'), exact: true })).toBeVisible();
  });

  test('a widget is dragged by its title, and dropped where the pointer is', async ({
    page,
    signIn,
    text,
    request,
  }) => {
    const person = 'operator';
    const headers = await headersOf(request, person);
    for (const { id } of (await (await request.get('/api/board', { headers })).json()).data)
      await request.delete(`/api/board/${id}`, { headers });
    await signIn(person);
    await page.goto('/core');
    await page.getByRole('button', { name: text('boards', 'board.arrange') }).click();
    const handle = page.getByRole('button', {
      name: text('boards', 'edit.move').replace('{{name}}', text('alarms', 'widgets.open-alarms')),
      exact: true,
    });
    // The alarms are at the end of a row, whose start becomes free.
    const sites = text('device-app', 'widgets.worst-sites');
    const patched = () =>
      page.waitForResponse((reply) => reply.request().method() === 'PATCH' && reply.status() === 200);
    const removed = patched();
    await page.getByRole('button', { name: text('boards', 'edit.remove').replace('{{name}}', sites) }).click();
    await removed;
    const before = await handle.boundingBox();
    if (!before) throw new Error('no handle');
    const [x, y] = [before.x + before.width / 2, before.y + before.height / 2];
    const saved = patched();
    await page.mouse.move(x, y);
    await page.mouse.down();
    const distance = language === 'ar' ? 300 : -300;
    await page.mouse.move(x + distance, y, { steps: 10 });
    await page.mouse.up();
    const { data } = await (await saved).json();
    const stored = data.widgets.find(({ kind }: { kind: string }) => kind === 'open-alarms');
    expect(stored.x).toBeLessThan(13);
    expect(stored.x).toBeGreaterThan(0);
    const after = await handle.boundingBox();
    expect(Math.abs((after?.x ?? 0) - (before.x + distance))).toBeLessThan(60);
  });
});
