import { expect, expectAccessible, expectDirection, headersOf, storyLanguage, test } from '../journey.ts';
import { lockOf } from '../journey-lock.ts';

const language = storyLanguage(import.meta.url);
test.describe(language, { tag: ['@core/access', '@solutions/metrowatch'] }, () => {
  test.use({ language });

  test('a card is given, stored on its lock, shown to people who may see it, and removed again', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const t = (key: string) => text('access', key);
    // Each language has a lock of its own, so that both may give the same card.
    const lock = await lockOf(request, `hardwareId=1101&state=installed&sort[id]=asc`);
    await lock.wake();
    const name = `Card ${language}`;
    const number = `04A1B2C0`;
    await signIn('customer');

    // A lock without a reader offers no card.
    const headers = await headersOf(request, 'customer');
    const [cabinet] = (await (await request.get('/api/metrowatch/device?hardwareId=1901&limit=1', { headers })).json())
      .data;
    const asked = page.waitForResponse((reply) => new RegExp(`[?&]id=${cabinet.id}(&|$)`).test(reply.url()));
    await page.goto(`/SmartTrack/access-management/grant-access?device=${cabinet.id}`);
    await asked;
    const card = page.getByRole('checkbox', { name: t('values.methods.card'), exact: true });
    const code = page.getByRole('checkbox', { name: t('values.methods.pin'), exact: true });
    await expect(code).toBeAttached();
    await expect(card).toHaveCount(0);

    await page.goto(`/SmartTrack/access-management/grant-access?device=${lock.id}`);
    await page.getByRole('switch', { name: t('fields.contact') }).click();
    await page.getByRole('textbox', { name: t('fields.name') }).fill(name);
    await page.getByRole('textbox', { name: t('fields.email') }).fill(`card-${language}@visitors.test`);
    await page.getByRole('checkbox', { name: t('values.methods.app'), exact: true }).press('Space');
    await card.press('Space');
    await expect(card).toBeChecked();
    const field = page.getByRole('textbox', { name: t('fields.card') });
    await field.fill('12');
    // The reader ends a number with Enter; the form waits for its other fields.
    await field.press('Enter');
    const give = page.getByRole('button', { name: t('actions.give'), exact: true });
    await expect(give).toBeVisible();
    await give.click();
    await expect(page.getByText(t('validation.cardNumber')).first()).toBeVisible();
    await field.fill(`04:a1:b2:c0`);
    await expect(field).toHaveValue(number);
    await expectDirection(page, language);
    await expectAccessible(page);
    await give.click();
    await page.getByRole('link', { name: t('given.show') }).click();

    const panel = page.getByRole('dialog');
    await expect(panel.getByText(t('values.sync.set'))).toBeVisible();
    await expect(panel.getByText('••••')).toBeVisible();
    await panel.getByRole('button', { name: t('actions.revealCard') }).click();
    await expect(panel.getByText(number)).toBeVisible();
    await expectAccessible(page);

    await page.goto(`/SmartTrack/devices/device-lock/${lock.id}?tab=codes`);
    const row = page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: name });
    await expect(row.getByText(t('values.methods.card'), { exact: true })).toBeVisible();
    await expect(page.getByText(number)).toHaveCount(0);
    await expectDirection(page, language);
    await expectAccessible(page);

    await page.goto(`/SmartTrack/access-management/accesses-list/fulltime?search=${encodeURIComponent(name)}`);
    await page.getByRole('button', { name: t('actions.details'), exact: true }).click();
    await panel.getByRole('button', { name: t('actions.revoke'), exact: true }).click();
    await expect(panel.getByText(t('values.sync.removed'))).toBeVisible();
    await lock.sleep();
  });
});
