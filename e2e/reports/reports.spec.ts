import { writeFile } from 'node:fs/promises';
import { expect, expectAccessible, expectDirection, headersOf, storyLanguage, test } from '../journey.ts';
import { holds, pdfLines } from '../pdf.ts';

const tag = ['@core/reports'];
const language = storyLanguage(import.meta.url);

test.describe(language, { tag }, () => {
  test.use({ language });

  test('a report in both languages is laid out as a PDF that is read back, and compared with the file that was made', async ({
    page,
    request,
    text,
  }, testInfo) => {
    const headers = await headersOf(request, 'customer');
    const session = (await (await request.get('/api/session', { headers })).json()).data;
    const path = `/api/company/${session.company.id}/report`;
    const line = 'توفر 4 مكاتب لموظفي الدائرة (AED 1,250.00 −5 %)';
    const part = { width: 12, startsRow: true };
    const report = {
      name: `تقرير ${language} Alarms`,
      description: '',
      app: null,
      language: 'both',
      layout: { paper: 'A4', landscape: true, footerEn: 'Facilities', footerAr: 'المرافق' },
      period: { preset: 'last-year' },
      structureIds: [],
      sections: [
        { type: 'heading', level: 1, en: 'Summary', ar: 'الملخص', ...part },
        { type: 'text', en: '<script>alert(1)</script>', ar: line, ...part },
        {
          ...{ type: 'data', app: 'swam', kind: 'alarms-count', params: {}, titleEn: '', titleAr: '', columns: [] },
          ...part,
        },
      ],
      formats: ['pdf'],
      schedule: null,
      waitMinutes: 0,
      skipIfEmpty: false,
      onError: 'hold',
      keepDays: 90,
      active: true,
    };
    const { id } = (await (await request.post(path, { headers, data: report })).json()).data;
    const run = (await (await request.post(`${path}/${id}/pdf`, { headers, data: {} })).json()).data;
    const made = async () => (await (await request.get(`${path}/run/${run.id}`, { headers })).json()).data;
    await expect.poll(async () => (await made()).state, { timeout: 60_000 }).toBe('ready');
    const file = await (await request.get(`${path}/${id}/pdf`, { headers })).body();

    const lines = await pdfLines(new Uint8Array(file));
    const printed = lines.map((one) => one.text).join('\n');
    // Texts are texts, never markup.
    expect(printed).toContain('<script>alert(1)</script>');
    expect(lines.some((one) => holds(one, line))).toBe(true);
    expect(lines.some((one) => holds(one, 'الملخص'))).toBe(true);
    for (const numbered of ['Page 2 of 2', 'صفحة 1 من 2', 'المرافق', 'Facilities'])
      expect(
        lines.some((one) => holds(one, numbered)),
        numbered,
      ).toBe(true);

    const [{ code }] = (await made()).files;
    const [same, changed] = [testInfo.outputPath('same.pdf'), testInfo.outputPath('changed.pdf')];
    await writeFile(same, file);
    await writeFile(changed, Buffer.concat([file, Buffer.from('\n')]));
    await page.goto(`/verify/${code}`);
    await expect(page.getByText(report.name)).toBeVisible();
    await expectDirection(page, language);
    const choose = page.locator('input[type="file"]');
    await choose.setInputFiles(changed);
    await expect(page.getByRole('status').filter({ hasText: text('reports', 'verify.differs') })).toBeVisible();
    await choose.setInputFiles(same);
    await expect(page.getByRole('status').filter({ hasText: text('reports', 'verify.same') })).toBeVisible();
    await expectAccessible(page);
  });
});
