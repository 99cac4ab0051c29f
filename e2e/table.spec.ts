import { readFileSync } from 'node:fs';
import readSheet from 'read-excel-file/node';
import { expect, headersOf, storyLanguage, test } from './journey.ts';

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
