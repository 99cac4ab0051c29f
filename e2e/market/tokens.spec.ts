import { expect, expectAccessible, expectDirection, headersOf, storyLanguage, test } from '../journey.ts';

const tag = ['@core/subscriptions', '@solutions/management'];
const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language, viewport: desktop });

  test('an integrator blocks the subscriptions of a client at once, sees each that was not blocked, and unblocks them', async ({
    page,
    request,
    text,
    signIn,
  }) => {
    const t = (key: string) => text('subscriptions', key);
    await signIn('integrator');
    const client = await request.get('/api/session', { headers: await headersOf(request, 'customer') });
    const companyId = (await client.json()).data.company.id as number;
    const reason = `Journey ${Date.now()}`;
    await page.goto(`/management/tokens/list?status=unassigned&companyId=${companyId}`);
    const main = page.getByRole('main');
    const chosen = (at: number) => main.getByRole('checkbox').nth(at);
    await expect(chosen(1)).toBeVisible();
    for (const at of [0, 1]) await chosen(at).check();
    await page
      .getByRole('region')
      .getByRole('button', { name: t('actions.block'), exact: true })
      .click();
    const panel = page.getByRole('dialog', { name: t('tokens.runs.block.title') });
    const begin = panel.getByRole('button', { name: t('actions.block'), exact: true });
    await expect(begin).toBeDisabled();
    await panel.getByLabel(t('fields.reason')).fill(reason);
    await expectAccessible(page);
    await begin.click();
    await expect(panel.getByRole('listitem').filter({ hasText: text('platform', 'run.state.done') })).toHaveCount(2);
    await expectAccessible(page);

    const headers = await headersOf(request, 'integrator');
    const read = async () =>
      (await (await request.get('/api/token?status=blocked&limit=100', { headers })).json()).data as {
        id: number;
        blockReason: string;
        blockedBy: string;
      }[];
    const blocked = (await read()).filter(({ blockReason }) => blockReason === reason);
    expect(blocked.map(({ blockedBy }) => blockedBy)).toEqual(['provider', 'provider']);

    await page.setViewportSize(phone);
    await page.goto('/management/tokens/list?status=blocked');
    await expect(main.getByRole('checkbox').first()).toBeVisible();
    await page.getByRole('tab', { name: text('management', 'tokens.without') }).click();
    await expect(main.getByRole('button', { name: t('actions.subscribe') }).first()).toBeVisible();
    await expectDirection(page, language);
    await expectAccessible(page);
    for (const { id } of blocked) await request.post(`/api/token/${id}/unblock`, { headers });
  });
});
