import { expect, expectAccessible, expectDirection, headersOf, storyLanguage, test } from '../journey.ts';

type Given = { mode: string; holder: { id: number; name: string } | null; credentials: { device: { id: number } }[] };

const language = storyLanguage(import.meta.url);
test.describe(language, { tag: ['@core/access', '@solutions/metrowatch'] }, () => {
  test.use({ language });

  test('one list answers who may open a lock, and narrows it to a type and a person', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const t = (key: string) => text('access', key);
    const headers = await headersOf(request, 'customer');
    const read = async (path: string) =>
      (await (await request.get(`/api/metrowatch${path}`, { headers })).json()).data as Given[];
    const given = (await read('/user-access?mode=fulltime&state=active&limit=50')).find(({ holder }) => holder);
    const lock = given?.credentials[0]?.device.id;
    const ofLock = await read(`/user-access?deviceId=${lock}&limit=100`);
    await signIn('customer');
    await page.goto(`/SmartTrack/access-management/accesses-list?deviceId=${lock}`);
    // So few grants are shown as cards.
    const rows = page.getByRole('main').locator('ul[tabindex="0"] > li');
    await expect(rows).toHaveCount(Math.min(ofLock.length, 25));

    const chip = page.getByRole('button', { name: t('filters.mode') });
    await chip.click();
    await page.getByRole('combobox', { name: t('filters.mode') }).click();
    await page.getByRole('option', { name: t('values.mode.fulltime'), exact: true }).click();
    const always = ofLock.filter(({ mode }) => mode === 'fulltime');
    await expect(rows).toHaveCount(always.length);
    await expectDirection(page, language);
    await expectAccessible(page);

    const holder = given?.holder;
    await page.goto(`/SmartTrack/access-management/accesses-list?deviceId=${lock}&holderId=${holder?.id}`);
    await expect(rows).toHaveCount(ofLock.filter((one) => one.holder?.id === holder?.id).length);
    await expect(
      page
        .getByRole('main')
        .getByText(holder?.name ?? '')
        .first(),
    ).toBeVisible();
  });

  test('the address of a type is a saved filter, and its panel closes without losing it', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const headers = await headersOf(request, 'customer');
    const [given] = (await (await request.get('/api/metrowatch/user-access?mode=fulltime&limit=1', { headers })).json())
      .data as { id: number }[];
    await signIn('customer');
    await page.goto(`/SmartTrack/access-management/accesses-list/fulltime?grant=${given?.id}`);
    await page.waitForURL(/accesses-list\?(?=.*mode=fulltime)(?=.*grant=\d+)/);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('platform', 'actions.close'), exact: true })
      .click();
    await page.waitForURL((url) => url.searchParams.get('mode') === 'fulltime' && !url.searchParams.has('grant'));
  });
});
