import { readFileSync } from 'node:fs';
import type { Locator, Route } from '@playwright/test';
import readSheet from 'read-excel-file/node';
import { expect, expectAccessible, headersOf, storyLanguage, test } from './journey.ts';

const tag = ['@platform'];

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('a list is searched, filtered and restored from its address', async ({ page, signIn, text }) => {
    await signIn('customer');
    await page.goto('/PureTrace/devices/list/solution/2');
    const names = page.getByRole('link', { name: /Roof tank/ });
    await expect(names.first()).toBeVisible();
    const before = await names.count();
    expect(before).toBeGreaterThan(2);
    const first = (await names.first().textContent()) ?? '';
    const search = page
      .getByRole('searchbox')
      .or(page.getByRole('textbox', { name: text('platform', 'actions.search') }))
      .first();
    await search.fill(first);
    await expect(names).toHaveCount(1);
    expect(page.url()).toContain('search=');
    await page.reload();
    await expect(names).toHaveCount(1);
    // Going to the tank and back restores the list.
    await names.click();
    await page.waitForURL('**/device/**');
    await page.goBack();
    await expect(names).toHaveCount(1);
    // Without a filter by app, the list has a state of its own, which the session storage restores.
    await page.goto('/core/all-devices/list');
    await search.fill(first);
    await expect(names).toHaveCount(1);
    await page.goto('/core/all-devices/list');
    await expect(page).toHaveURL(/search=/);
    await expect(names).toHaveCount(1);
    await page.getByRole('button', { name: text('platform', 'actions.reset') }).click();
    await expect(page).not.toHaveURL(/search=/);
    await page.goto('/PureTrace/devices/list/solution/2');
    await expect(names).toHaveCount(before);
  });

  test('filters can be applied when they are valid and changed', async ({ page, signIn, text }) => {
    await signIn('customer');
    await page.goto('/PureTrace/devices/list/solution/2');
    await page.getByRole('button', { name: text('platform', 'list.addFilter') }).click();
    const apply = page.getByRole('button', { name: text('platform', 'actions.apply') });
    await expect(apply).toBeDisabled();
    const battery = text('devices', 'filters.battery');
    const [least, most] = ['amount.minOf', 'amount.maxOf'].map((key) =>
      page.getByRole('textbox', { name: text('input', key).replace('{{name}}', battery) }),
    ) as [Locator, Locator];
    await least.fill('101');
    await expect(page.getByText(text('input', 'amount.minBelow').replace('{{bound}}', '100'))).toBeVisible();
    await expect(apply).toBeDisabled();
    await least.fill('10');
    await most.fill('5');
    await expect(page.getByText(text('input', 'amount.maxBelowMin'))).toBeVisible();
    await expect(apply).toBeDisabled();
    await most.fill('100');
    await expect(apply).toBeEnabled();
    await apply.click();
    await expect(page).toHaveURL(/battery%5Bmin%5D=10/);
    await expect(apply).toBeDisabled();
    await expectAccessible(page);
    const clear = text('platform', 'list.clearFilter').replace('{{name}}', battery);
    await page.getByRole('button', { name: clear }).click();
    await expect(page).not.toHaveURL(/battery/);
  });

  test('the chip of a filter opens it, and each change applies at once', async ({ page, signIn, text }) => {
    await signIn('customer');
    await page.goto('/PureTrace/devices/list/solution/2');
    const rows = page.getByRole('link', { name: /Roof tank/ });
    await expect(rows.first()).toBeVisible();
    const before = await rows.count();
    const battery = text('devices', 'filters.battery');
    // The whole chip is the button.
    await page.getByRole('button', { name: battery, exact: true }).click({ position: { x: 3, y: 3 } });
    await page.getByRole('textbox', { name: text('input', 'amount.minOf').replace('{{name}}', battery) }).fill('95');
    await expect(page).toHaveURL(/battery%5Bmin%5D=95/);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: text('platform', 'list.clearFilter').replace('{{name}}', battery) }).click();
    await expect(page).not.toHaveURL(/battery/);
    await expect(rows).toHaveCount(before);
  });

  test('a view is saved by name, opened, made the default, renamed and deleted', async ({ page, signIn, text }) => {
    await signIn('customer');
    const list = '/core/all-devices/list';
    await page.goto(`${list}?search=tank%209`);
    const tanks = page.getByRole('link', { name: /Roof tank/ });
    await expect(tanks).toHaveCount(1);
    const views = page.getByRole('button', { name: text('platform', 'list.views') });
    const named = (key: string, name: string) => text('input', key).replace('{{name}}', name);
    await views.click();
    await page.getByLabel(text('input', 'views.saveAs')).fill(`Nine ${language}`);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: named('views.default', `Nine ${language}`) }).click();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: text('platform', 'actions.reset') }).click();
    await expect(tanks).not.toHaveCount(1);
    await views.click();
    await page.getByRole('button', { name: `Nine ${language}`, exact: true }).click();
    await expect(tanks).toHaveCount(1);
    await expect(page).toHaveURL(/search=tank/);
    // A new session opens the default view.
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(list);
    await expect(page).toHaveURL(/search=tank/);
    await expect(tanks).toHaveCount(1);
    await views.click();
    await page.getByRole('button', { name: named('views.rename', `Nine ${language}`) }).click();
    await page.getByLabel(text('input', 'views.newName')).fill(`Ninth ${language}`);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: named('views.delete', `Ninth ${language}`) }).click();
    await expect(page.getByText(text('input', 'views.none'))).toBeVisible();
    await page.reload();
    await views.click();
    await expect(page.getByText(text('input', 'views.none'))).toBeVisible();
  });

  test('a list is exported as XLSX in the language', async ({ page, signIn, text }) => {
    await signIn('customer');
    // Devices of the inventory have no battery level yet.
    await page.goto('/PureTrace/devices/list/solution/2?state=installed');
    await expect(page.getByRole('link', { name: /Roof tank/ }).first()).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: text('platform', 'list.export') }).click();
    await page.getByRole('menuitem', { name: text('platform', 'list.exportAs.xlsx') }).click();
    const [sheet] = await readSheet(readFileSync(await (await download).path()));
    const [head = [], ...rows] = sheet?.data ?? [];
    const battery = head.indexOf(text('devices', 'columns.battery'));
    expect(battery).toBeGreaterThan(0);
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.every((row) => typeof row[battery] === 'number')).toBe(true);
  });

  test('a list is exported as CSV for spreadsheets', async ({ page, signIn, text }) => {
    await signIn('customer');
    await page.goto('/PureTrace/devices/list/solution/2');
    await expect(page.getByRole('link', { name: /Roof tank/ }).first()).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: text('platform', 'list.export') }).click();
    await page.getByRole('menuitem', { name: text('platform', 'list.exportAs.csv') }).click();
    const path = await (await download).path();
    const csv = readFileSync(path, 'utf8');
    expect(csv.charCodeAt(0)).toBe(0xfeff);
    expect(csv.split('\n').filter((line) => line.includes('Roof tank')).length).toBeGreaterThan(2);
  });
});

test('pages are turned one by one, and selected rows are deleted at once', { tag }, async ({
  page,
  request,
  signIn,
  text,
}) => {
  const headers = await headersOf(request, 'customer');
  const { data: me } = await (await request.get('/api/session', { headers })).json();
  for (const code of ['spare-1', 'spare-2'])
    await request.post(`/api/company/${me.company.id}/asset`, {
      headers,
      data: { name: `Spare part ${code}`, type: 'Spare', code, status: 'in-use', structureId: null, description: '' },
    });
  await signIn('customer');
  await page.goto('/core/assets/list/all?size=5&form=rows');
  for (const range of ['1–5', '6–10', '11–15']) {
    await expect(page.getByText(new RegExp(`^${range} of \\d+$`))).toBeVisible();
    if (range !== '11–15') await page.getByRole('button', { name: text('platform', 'list.next') }).click();
  }
  await page.goto('/core/assets/list/all?search=Spare+part&form=rows');
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
  await expect(row('Spare part spare-2')).toBeVisible();
  await page.getByRole('checkbox', { name: text('platform', 'list.selectAll') }).check();
  await expect(page.getByText('Selected Rows: 2')).toBeVisible();
  const bar = page.getByRole('region', { name: 'Selected Rows: 2' });
  await bar.getByRole('button', { name: text('platform', 'actions.delete') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('platform', 'actions.delete') })
    .click();
  await expect(page.getByText('Rows have been deleted successfully')).toBeVisible();
  await expect(page.getByText(text('platform', 'list.nothingMatches'))).toBeVisible();
  await expect(bar).toBeHidden();
});

test('on a phone, cards are sorted from the toolbar', { tag }, async ({ page, signIn, text }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn('customer');
  await page.goto('/core/assets/list/all');
  await page.getByRole('button', { name: text('platform', 'list.sort') }).click();
  const name = page.getByRole('dialog').getByRole('button', { name: text('platform', 'columns.name') });
  await name.click();
  await expect(page).toHaveURL(/sort=name\.asc|sort=name\.desc/);
  await expectAccessible(page);
});

test('a failed search returns to the previous rows and can be retried', { tag }, async ({ page, signIn, text }) => {
  await signIn('customer');
  await page.goto('/PureTrace/devices/list/solution/2');
  const tanks = page.getByRole('link', { name: /Roof tank/ });
  await expect(tanks.nth(1)).toBeVisible();
  const fails = (route: Route) => route.fulfill({ status: 500, json: { code: '00000500', msg: 'broken' } });
  await page.route(/\/api\/device\?.*search=tank/, fails);
  await page.getByRole('searchbox').fill('tank 9');
  const outdated = page.getByText(text('platform', 'list.outdated'));
  await expect(outdated).toBeVisible();
  await expect(tanks.nth(1)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.unroute(/\/api\/device\?.*search=tank/, fails);
  await page.getByRole('button', { name: text('platform', 'actions.retry') }).click();
  await expect(tanks).toHaveCount(1);
  await expect(outdated).toBeHidden();
});
