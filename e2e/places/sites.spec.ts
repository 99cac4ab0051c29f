import { readFile } from 'node:fs/promises';
import {
  deviceOf,
  expect,
  expectAccessible,
  expectDirection,
  headersOf,
  mailTo,
  storyLanguage,
  test,
} from '../journey.ts';
import { printedAs } from '../journey-database.ts';
import { holds, pdfLines } from '../pdf.ts';

const tag = ['@core/sites', '@core/metering', '@solutions/swam'];

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('a site shows its state first, and its tabs are reached by keyboard', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const t = (key: string) => text('sites', key);
    await signIn('customer');
    const meter = await deviceOf(request, 'customer', 'solutionId=8');
    const headers = await headersOf(request, 'customer');
    const { structure } = (await (await request.get(`/api/swam/device/${meter.id}`, { headers })).json()).data;
    await page.goto(`/core/assets/structure/${structure.id}`);
    await page.waitForURL(`**/core/structures/${structure.id}?tab=rooms`);
    await page.goto(`/core/structures/${structure.id}`);
    await expect(page.getByRole('heading', { name: t('consumption') })).toBeVisible();
    await expect(page.getByRole('heading', { name: t('values') })).toBeVisible();
    const next = language === 'ar' ? 'ArrowLeft' : 'ArrowRight';
    await page.getByRole('tab', { name: t('tabs.overview') }).press(next);
    await page.waitForURL('**?tab=devices');
    await expect(page.locator('main a[href*="/device/"], main a[href*="/meter/"]').first()).toBeVisible();
    await expectAccessible(page);
    // The focus has moved with the selection.
    await page.keyboard.press(next);
    await page.waitForURL('**?tab=alarms');
    await expectAccessible(page);
    await meter.end();
  });

  test('the sites are ranked by the water of last month in four clicks, and the ranking is exported', async ({
    page,
    signIn,
    text,
  }) => {
    await signIn('customer');
    await page.goto('/PureTrace/analysis/structure-portfolio');
    await page.getByRole('tab', { name: text('swam', 'pages.analysis-consumption') }).click();
    const rows = page.getByRole('table').getByRole('row');
    await expect(rows.nth(1)).toContainText('m³');
    // Each site has a cost, a budget and the number of days with readings.
    const heads = page.getByRole('table').getByRole('columnheader');
    for (const column of ['cost', 'budget', 'days'])
      await expect(heads.filter({ hasText: text('metering', `columns.${column}`) })).toHaveCount(1);
    await expect(rows.nth(1)).toContainText(language === 'ar' ? 'د.إ' : 'AED');
    await expect(rows.nth(1)).toContainText('%');
    await expectDirection(page, language);
    await expectAccessible(page);
    // The same is mailed to the person each month.
    await page.getByRole('button', { name: text('mail-plans', 'mailPlans.send') }).click();
    const plan = page.getByRole('dialog', { name: text('mail-plans', 'mailPlans.create') });
    await expect(plan).toContainText(text('mail-plans', 'fields.dayOfMonth'));
    await expectAccessible(page);
    await plan.getByRole('button', { name: text('platform', 'actions.save') }).click();
    await expect(page.getByText(text('mail-plans', 'mailPlans.created'))).toBeVisible();
    await expect(plan).toHaveCount(0);
    await page.getByRole('button', { name: text('platform', 'list.export') }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /CSV/ }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines[0]).toContain(text('metering', 'columns.amount'));
    expect(lines.length).toBe(await rows.count());
  });

  test('the consumption of last month is mailed as a PDF in the language and direction of its reader', async ({
    request,
    text,
  }) => {
    const person = language === 'ar' ? 'wadi' : 'customer';
    const headers = await headersOf(request, person);
    const { user } = (await (await request.get('/api/session', { headers })).json()).data.session;
    // A second try makes another plan.
    const name = `Consumption ${language} ${Date.now()}`;
    const data = {
      name,
      report: 'consumption',
      app: 'swam',
      frequency: 'monthly',
      time: '08:00',
      dayOfMonth: 3,
      users: [user.id],
      resources: ['*'],
    };
    const plan = (await (await request.post('/api/notification-scheduler', { headers, data })).json()).data;
    await request.post(`/api/notification-scheduler/${plan.id}/send`, { headers });
    // The mail goes with its document.
    await mailTo(request, user.email, name);
    const lines = await pdfLines(new Uint8Array((await printedAs(name)) ?? []));

    const title = lines.find((line) => holds(line, text('metering', 'report.title')));
    expect((title?.middle ?? 0.5) > 0.5).toBe(language === 'ar');
    const sites = (await (await request.get('/api/swam/analysis/consumption', { headers })).json()).data;
    expect(sites.length).toBeGreaterThan(1);
    // Each site has a row with an amount.
    for (const { name: site } of sites) {
      const row = lines.find((line) => holds(line, site) && /\d\.\d/.test(line.text));
      expect({ site, found: row !== undefined }).toEqual({ site, found: true });
    }
    await request.delete(`/api/notification-scheduler/${plan.id}`, { headers });
  });

  test('a site is shown next to the list and map, and the address keeps it with its period', async ({
    page,
    signIn,
    text,
  }) => {
    const t = (key: string) => text('swam', key);
    await signIn('customer');
    await page.goto('/PureTrace/analysis/structure-portfolio');
    await page.getByText(t('portfolio.views.site'), { exact: true }).click();
    await page.waitForURL('**/analysis-v2/structure-portfolio');
    const first = page.locator('main ul a[href*="site="]').first();
    const name = ((await first.locator('bdi').textContent()) ?? '').trim();
    await first.press('Enter');
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: t('portfolio.top') })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
    await expectDirection(page, language);
    await expectAccessible(page);
  });

  test('a person selects a customer to act for in place, sees it on every page, and ends that with one click', async ({
    page,
    signIn,
    text,
  }) => {
    const t = (key: string) => text('platform', key);
    await signIn('super');
    await page.goto('/core/structures/all');
    await page
      .locator('main')
      .getByRole('button', { name: t('shell.allCustomers') })
      .click();
    await page.getByRole('option').nth(1).click();
    const bar = page.getByRole('region', { name: t('shell.customer') });
    await expect(bar).toBeVisible();
    await expectAccessible(page);
    await bar.getByRole('button', { name: t('shell.endActingFor') }).click();
    await expect(bar).toHaveCount(0);
  });
});
