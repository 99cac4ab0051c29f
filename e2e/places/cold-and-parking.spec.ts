import { deviceOf, expect, expectAccessible, headersOf, storyLanguage, test } from '../journey.ts';

const tag = ['@core/device-app', '@solutions/metrowatch'];

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('a cold room shows when its door was open, and a parking slot its sessions of today', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    // Rooms are evaluated every minute: on a new server the first time is yet to come.
    await signIn('customer');
    const headers = await headersOf(request, 'customer');
    const installed = 'state=installed&sort[id]=asc';
    const room = await deviceOf(request, 'customer', `solutionId=13&${installed}`, 'metrowatch');
    const to = new Date();
    const from = new Date(to.getTime() - 24 * 3_600_000);
    const path = `/api/metrowatch/device/${room.id}/cold?from=${from.toISOString()}&to=${to.toISOString()}`;
    const excursionCount = async () => (await (await request.get(path, { headers })).json()).data.excursions.length;
    await expect.poll(excursionCount).toBe(1);
    await page.goto(`/SmartTrack/devices/cold-storage/${room.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(room.name);
    await expect(page.getByRole('heading', { name: text('metrowatch', 'cold.states') })).toBeVisible();
    const excursions = page.getByRole('table').filter({ hasText: text('metrowatch', 'cold.peak') });
    await expect(excursions.getByRole('columnheader', { name: text('metrowatch', 'cold.door') })).toBeVisible();
    await expect(excursions.getByRole('row').nth(1)).toContainText('34');

    const slot = await deviceOf(request, 'customer', `solutionId=20&${installed}`, 'metrowatch');
    await page.goto(`/SmartTrack/devices/parking-occupancy/device/${slot.id}`);
    await expect(page.getByRole('heading', { name: text('metrowatch', 'parking.title') })).toBeVisible();
    await slot.publish({ occupied: true });
    await expect(page.getByText(text('metrowatch', 'parking.occupiedSince'))).toBeVisible();
    await slot.publish({ occupied: false });
    await expect(page.getByText(text('metrowatch', 'parking.free'), { exact: true }).first()).toBeVisible();
    await expect(page.getByText(text('metrowatch', 'parking.occupiedSince'))).toBeHidden();
    await expectAccessible(page);
    await slot.end();
  });
});
