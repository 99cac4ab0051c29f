import { expect, expectAccessible, expectDirection, headersOf, storyLanguage, test } from '../journey.ts';
import { holds, pdfLines } from '../pdf.ts';

const month = (of: Date) => of.toISOString().slice(0, 7);
const lastMonth = () => {
  const now = new Date();
  return month(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15)));
};

const language = storyLanguage(import.meta.url);
test.describe(language, { tag: ['@core/metering', '@solutions/swam'] }, () => {
  test.use({ language });

  test('a meter is replaced, gets a tariff and its bill of last month is issued and shown', async ({
    page,
    request,
    signIn,
    another,
    text,
  }) => {
    const t = (key: string, values: Record<string, string> = {}) =>
      Object.entries(values).reduce(
        (found, [name, value]) => found.replace(`{{${name}}}`, value),
        text('metering', key),
      );
    const kit = (key: string) => text('platform', key);
    const headers = await headersOf(request, 'customer');
    const devices = (await (await request.get('/api/swam/device?limit=10&solutionId=8', { headers })).json()).data;
    const { id } = devices.filter(({ token }: { token: string }) => token === 'active')[0] as { id: number };
    await signIn('customer');

    // A tariff with two slabs, tried while it is entered.
    const name = `Water ${language}`;
    await page.goto('/PureTrace/tariffs/create');
    await expectDirection(page, language);
    await page.getByRole('textbox', { name: t('fields.nameEn') }).fill(name);
    await page.getByRole('textbox', { name: t('fields.nameAr') }).fill(`مياه ${language}`);
    await page.getByRole('combobox', { name: t('fields.utility') }).click();
    await page.getByRole('option', { name: t('values.utility.water') }).click();
    await page.getByRole('button', { name: t('terms.addSlab') }).click();
    const price = (n: string) =>
      page.getByRole('textbox', { name: t('terms.price', { n, currency: 'AED', unit: 'm³' }) });
    await price('1').fill('2.5');
    await price('2').fill('3.75');
    await expect(page.getByRole('table', { name: t('bill.lines') })).toContainText('2,500.00');
    await expectAccessible(page);
    await page.getByRole('button', { name: kit('actions.save') }).click();
    await page.waitForURL('**/tariffs/list');
    await expect(page.getByText(language === 'ar' ? `مياه ${language}` : name)).toBeVisible();

    // The old meter is replaced.
    const { data: device } = await (await request.get(`/api/swam/device/${id}`, { headers })).json();
    const volume = device.values.find(({ sensor }: { sensor: string }) => sensor === 'volume').value as number;
    await page.goto(`/PureTrace/devices/meter/${id}?tab=segments`);
    await page.getByRole('button', { name: t('replace.title') }).click();
    const panel = page.getByRole('dialog');
    await panel.getByRole('textbox', { name: t('fields.endIndex') }).fill(String(Math.ceil(volume) + 1));
    await panel.getByRole('textbox', { name: t('fields.serial') }).fill(`NEW-${language}`);
    await expectAccessible(page);
    await panel.getByRole('button', { name: t('replace.submit') }).click();
    await expect(panel).toBeHidden();
    await expect(page.getByRole('table', { name: t('segments.title') })).toContainText(`NEW-${language}`);
    await expectAccessible(page);

    // The tariff is assigned to the meter, and the bill of last month is issued.
    await page.goto(`/PureTrace/devices/meter/${id}?tab=bills&month=${lastMonth()}`);
    await page.getByRole('button', { name: t('assign.title') }).click();
    const assign = page.getByRole('dialog');
    await assign.getByRole('combobox', { name: t('fields.tariffId') }).click();
    await page.getByRole('option', { name: language === 'ar' ? `مياه ${language}` : name }).click();
    await expectAccessible(page);
    await assign.getByRole('button', { name: t('assign.submit') }).click();
    await expect(assign).toBeHidden();
    const issue = page.getByRole('button', { name: t('bill.issue'), exact: true });
    await expect(page.getByText(t('values.billState.draft')).first()).toBeVisible();
    await issue.click();
    const question = page.getByRole('dialog');
    await expectAccessible(page);
    await question.getByRole('button', { name: t('bill.issue'), exact: true }).click();
    await expect(question).toBeHidden();
    await expect(page.getByRole('heading', { name: /^MB-\d{4}-\d{6}$/ })).toBeVisible();
    await expect(page.getByRole('table', { name: t('bill.all') })).toContainText('MB-');
    await expect(page.getByRole('table', { name: t('bill.lines') }).last()).toContainText(t('bill.total'));
    await expectDirection(page, language);
    await expectAccessible(page);

    // The bill is laid out as PDF in the language of the person.
    const [pdf] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: t('bill.pdf'), exact: true }).click(),
    ]);
    expect(pdf.suggestedFilename()).toMatch(/^MB-\d{4}-\d{6}\.pdf$/);
    // It reads from the side of its language, and has the total in words.
    const lines = await pdfLines(await pdf.path());
    const title = lines.find((line) => holds(line, t('print.taxTitle')));
    expect((title?.middle ?? 0.5) > 0.5).toBe(language === 'ar');
    const { data: bill } = await (
      await request.get(`/api/swam/device/${id}/bill?month=${lastMonth()}`, { headers })
    ).json();
    // In fils.
    const total = new Intl.NumberFormat('en', { minimumFractionDigits: 2 }).format(bill.total / 100);
    expect(lines.some((line) => holds(line, t('bill.total')) && line.text.includes(total))).toBe(true);
    expect(bill.words[language].length).toBeGreaterThan(10);
    expect(lines.some((line) => holds(line, bill.words[language]))).toBe(true);

    // It names the VAT number of its issuer, and everybody who has it compares it with the issued bill.
    expect(lines.some((line) => holds(line, t('print.trn')) && line.text.includes(bill.issuer.trn))).toBe(true);
    const [address] = lines.flatMap(({ text: printed }) => /\/verify-bill\/[\da-f-]{36}/.exec(printed) ?? []);
    const stranger = await another();
    await stranger.goto(address ?? '');
    await expect(stranger.getByText(bill.number)).toBeVisible();
    await expect(stranger.getByText(total)).toBeVisible();
    await expect(stranger.getByText(bill.issuer.name[language])).toBeVisible();
    await expectDirection(stranger, language);
    await expectAccessible(stranger);

    // The page of the meter shows the cost of the running month, and its statistics.
    await page.goto(`/PureTrace/devices/meter/${id}`);
    await expect(page.getByText(t('soFar.cost'))).toBeVisible();
    await page.getByRole('tab', { name: text('device-app', 'deviceTabs.statistics') }).click();
    await expect(page.getByText(text('telemetry', 'statistics.nightShare')).first()).toBeVisible();
    await expectAccessible(page);
  });

  test('two sites are compared, and the address brings the comparison back', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const t = (key: string) => text('metering', key);
    const headers = await headersOf(request, 'customer');
    const sites = (await (await request.get('/api/swam/structure/devices-info?limit=2', { headers })).json()).data;
    await signIn('customer');
    await page.goto('/PureTrace/analysis/structure-portfolio');
    await page.getByRole('tab', { name: text('swam', 'pages.analysis-compare') }).click();
    await expect(page.getByText(t('compare.empty.title'))).toBeVisible();
    await page.getByRole('combobox', { name: t('compare.choose.structure') }).click();
    for (const { name } of sites) await page.getByRole('option', { name, exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: t('compare.quantity') }).click();
    await page.getByRole('option', { name: text('devices', 'sensors.volume'), exact: true }).click();
    const ranking = page.getByRole('table', { name: t('compare.ranking') });
    await expect(ranking.getByRole('row')).toHaveCount(3);
    await page.getByRole('switch', { name: t('compare.previous') }).press('Space');
    await expect(ranking).toContainText(t('compare.change'));
    await page
      .getByRole('button', { name: text('platform', 'chart.menu').replace('{{chart}}', t('compare.chart')) })
      .click();
    const [picture] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: text('platform', 'chart.savePicture') }).click(),
    ]);
    expect(picture.suggestedFilename()).toBe(`${t('compare.chart')}.png`);
    await page.reload();
    await expect(ranking).toContainText(sites[0].name);
    await expectDirection(page, language);
    await expectAccessible(page);
  });
});

test('a meter of the demo has twelve issued bills, and its consumption changes with the year and not at once', {
  tag: ['@core/metering', '@solutions/swam'],
}, async ({ request }) => {
  const headers = await headersOf(request, 'customer');
  const read = async (path: string) => (await (await request.get(`/api/swam/device${path}`, { headers })).json()).data;
  const devices: { id: number }[] = await read('?limit=100&solutionId=17');
  const bills: { state: string }[][] = await Promise.all(devices.map(({ id }) => read(`/${id}/bills`)));
  const issued = bills.map((all) => all.filter(({ state }) => state === 'issued').length);
  const at = issued.indexOf(12);
  expect(at, `issued bills by meter: ${issued}`).toBeGreaterThanOrEqual(0);
  const { history } = await read(`/${devices[0]?.id}/bill?month=${lastMonth()}`);
  const known = history.map(({ quantity }: { quantity: number | null }) => quantity ?? 0);
  expect(known).toHaveLength(13);
  for (const [n, quantity] of known.slice(1).entries()) {
    expect(quantity / known[n]).toBeGreaterThan(0.5);
    expect(quantity / known[n]).toBeLessThan(2);
  }
});
