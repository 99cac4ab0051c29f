import { expect, expectAccessible, headersOf, storyLanguage, test } from './journey.ts';

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');

const language = storyLanguage(import.meta.url);
test.describe(language, { tag: ['@core/assets'] }, () => {
  test.use({ language });

  test('documents of an asset are added, refused, kept and deleted', async ({ page, request, signIn, text }) => {
    const kit = (key: string, name = '') => text('platform', key).replace('{{name}}', name);
    const name = language === 'ar' ? 'دليل المضخة.pdf' : 'Pump manual.pdf';
    const headers = await headersOf(request, 'customer');
    const { data: me } = await (await request.get('/api/session', { headers })).json();
    const asset = `Documented ${language}`;
    const data = { name: asset, type: 'Spare', code: asset };
    await request.post(`/api/company/${me.company.id}/asset`, { headers, data });
    await signIn('customer');
    await page.goto(`/core/assets/list/all?form=rows&search=${asset}`);
    // The buttons of a row appear on hover.
    const line = page.getByRole('row').filter({ hasText: asset });
    await line.hover();
    await line.getByRole('button', { name: kit('actions.documents') }).click();
    const panel = page.getByRole('dialog');
    await expect(panel.getByText(kit('attachments.emptyTitle'))).toBeVisible();
    await panel.locator('input[type=file]').setInputFiles([
      { name, mimeType: 'application/pdf', buffer: pdf },
      { name: 'plan.svg', mimeType: 'image/svg+xml', buffer: svg },
    ]);
    const row = panel.getByRole('listitem').filter({ hasText: name });
    await expect(row).toContainText(language === 'ar' ? 'كيلوبايت' : 'kB');
    await expect(panel.getByRole('alert')).toHaveText(kit('validation.fileKindRefused'));
    await expectAccessible(page);
    await panel.getByRole('button', { name: kit('attachments.dismiss', 'plan.svg') }).click();
    await expect(panel.getByRole('alert')).toHaveCount(0);
    const download = page.waitForEvent('download');
    await row.getByRole('button', { name: kit('attachments.download', name) }).click();
    expect((await download).suggestedFilename()).toBe(name);
    const opened = page.waitForEvent('popup');
    await row.getByRole('button', { name: kit('attachments.open', name) }).press('Enter');
    await (await opened).close();
    await row.getByRole('button', { name: kit('attachments.delete', name) }).click();
    await expectAccessible(page);
    const question = page.getByRole('dialog', { name: kit('attachments.deleteTitle') });
    await question.getByRole('button', { name: kit('actions.delete'), exact: true }).press('Enter');
    await expect(row).toHaveCount(0);
  });
});
