import { deviceOf, expect, expectAccessible, signInAs, storyLanguage, test } from '../journey.ts';

const tag = ['@core/tracking', '@core/alarms', '@solutions/metrowatch'];

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('a call for help is shown with its place, the person sees who has viewed it, and withdraws the consent', async ({
    page,
    request,
    signIn,
    another,
    text,
  }) => {
    await signIn('customer');
    const badge = await deviceOf(request, 'customer', `solutionId=16&state=installed&sort[id]=asc`, 'metrowatch');
    const say = (key: string) => text('tracking', key);
    await page.goto(`/SmartTrack/devices/personal-tracking/${badge.id}`);
    await expect(page.getByRole('heading', { name: say('person.title'), exact: true })).toBeVisible();

    await badge.send({
      ts: Date.now(),
      values: { sos: true },
      position: { lat: 25.08, lng: 55.14, accuracy: 7, speed: 0 },
    });
    // A notice about the hours off duty mentions calls for help as well.
    const alert = page.getByRole('alert', { name: say('sos.title') });
    await expect(alert).toBeVisible();
    await expect(alert).toContainText(/\d+\.\d{5}, \d+\.\d{5}/);
    await expectAccessible(page);
    await badge.send({ ts: Date.now(), values: { sos: false } });
    await expect(alert).toHaveCount(0);

    const own = await another();
    await signInAs(own, text, 'operator@rasid.test');
    await own.goto('/core/own-tracking');
    await expect(own.getByRole('row').filter({ hasText: badge.name }).first()).toContainText(/Mariam Al Suwaidi/);
    const device = own.locator('section').filter({ has: own.getByRole('heading', { name: badge.name, exact: true }) });
    await device.getByRole('button', { name: say('consent.withdraw') }).click();
    await own
      .getByRole('dialog')
      .getByRole('button', { name: say('consent.withdraw') })
      .click();
    await expect(device.getByRole('button', { name: say('consent.give') })).toBeVisible();

    await page.reload();
    await expect(page.getByText(say('person.none'), { exact: true })).toBeVisible();
    await device.getByRole('button', { name: say('consent.give') }).click();
    await expect(device.getByRole('button', { name: say('consent.withdraw') })).toBeVisible();
    await badge.end();
  });
});
