import { expect, expectAccessible, expectDirection, headersOf, test } from '../journey.ts';

const tag = ['@core/reports'];

for (const language of ['en', 'ar'] as const)
  test.describe(language, { tag }, () => {
    test.use({ language });

    test('a report is run from the list by keyboard, followed live, opened, downloaded and found in its history', async ({
      page,
      request,
      signIn,
      text,
    }) => {
      const headers = await headersOf(request, 'customer');
      const session = (await (await request.get('/api/session', { headers })).json()).data;
      const path = `/api/company/${session.company.id}/report`;
      const part = { width: 12, startsRow: true };
      const report = {
        name: `Alarms ${language}`,
        description: '',
        app: null,
        language,
        layout: { paper: 'A4', landscape: false, footerEn: '', footerAr: '' },
        period: { preset: 'last-month' },
        structureIds: [],
        sections: [
          { type: 'heading', level: 1, en: 'Summary', ar: 'الملخص', ...part },
          {
            ...{ type: 'data', app: 'swam', kind: 'alarms-count', params: {}, titleEn: '', titleAr: '', columns: [] },
            ...part,
          },
        ],
        formats: ['pdf', 'csv'],
        schedule: null,
        waitMinutes: 0,
        skipIfEmpty: false,
        onError: 'hold',
        keepDays: 90,
        active: true,
      };
      expect((await request.post(path, { headers, data: report })).status()).toBe(201);

      await signIn('customer');
      await page.goto('/reports');
      await page.waitForURL('**/reports/list');
      const row = page.locator('main tbody tr[data-key]').filter({ hasText: report.name });
      await expect(row).toBeVisible();
      await expectDirection(page, language);
      await expectAccessible(page);

      await row.focus();
      await page.keyboard.press('r');
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('button', { name: text('reports', 'list.run.submit') })).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.press('Enter');

      // The history opens, in which the run becomes ready by itself.
      const run = dialog.getByRole('listitem').filter({ hasText: text('reports', 'values.cause.hand') });
      await expect(run.getByText(text('reports', 'values.runState.ready'))).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(row.getByText(text('reports', 'values.runState.ready'))).toBeVisible();

      await row.focus();
      await page.keyboard.press('h');
      await run.getByRole('link').press('Enter');
      await page.waitForURL(/\/reports\/run\/\d+$/);
      await expect(
        page.getByRole('heading', { level: 2, name: language === 'en' ? 'Summary' : 'الملخص' }),
      ).toBeVisible();
      await expectDirection(page, language);
      await expectAccessible(page);

      const file = ['pdf' as const, language].map((word, at) =>
        text('reports', at === 0 ? `values.format.${word}` : `values.language.${word}`),
      );
      const download = page.waitForEvent('download');
      await page
        .getByRole('button', { name: text('reports', 'run.downloadOf').replace('{{file}}', file.join(' · ')) })
        .press('Enter');
      expect((await download).suggestedFilename()).toMatch(new RegExp(`^${report.name}.*_${language}\\.pdf$`));

      // On a phone nothing is wider than the window.
      await page.setViewportSize({ width: 390, height: 844 });
      await expectDirection(page, language);
      await expectAccessible(page);
      await page.goto('/reports/list');
      await expect(page.getByRole('link', { name: report.name })).toBeVisible();
      await expectDirection(page, language);
      await expectAccessible(page);
    });
  });
