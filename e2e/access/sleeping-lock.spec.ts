import { expect, expectAccessible, expectDirection, headersOf, storyLanguage, test } from '../journey.ts';

const language = storyLanguage(import.meta.url);
test.describe(language, { tag: ['@core/access', '@core/device-app', '@solutions/metrowatch'] }, () => {
  test.use({ language });

  test('a sleeping padlock is shown as such, and opens when its button is pressed in time', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const t = (key: string) => text('access', key);
    const headers = await headersOf(request, 'customer');
    const filter = 'hardwareId=1201,1202&state=installed&sort[id]=desc&limit=1';
    const [lock] = (await (await request.get(`/api/metrowatch/device?${filter}`, { headers })).json()).data;
    await signIn('customer');
    await page.goto(`/SmartTrack/devices/device-lock/${lock.id}`);
    await page.getByRole('button', { name: t('hold.unlock') }).press('Enter');
    await page.getByRole('button', { name: t('hold.again') }).press('Enter');
    await expect(page.getByText(t('errors.wake-up-the-lock'))).toBeVisible();
    await expectDirection(page, language);
    await expectAccessible(page);
    await page.getByRole('button', { name: t('lock.standing') }).click();
    await page.getByRole('button', { name: t('lock.wakeVirtual') }).click();
    await expect(page.getByText(text('devices', 'values.lockState.unlocked')).first()).toBeVisible();
    await expectAccessible(page);
  });
});
