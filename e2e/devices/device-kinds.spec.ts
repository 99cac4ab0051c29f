import { expect, expectAccessible, expectDirection, headersOf, storyLanguage, test } from '../journey.ts';

const devicePage = (solution: number, id: number) => `/PureTrace/devices/list/solution/${solution}/device/${id}`;

const language = storyLanguage(import.meta.url);
test.describe(language, { tag: ['@core/device-app', '@solutions/swam'] }, () => {
  test.use({ language });

  test('the page of each kind of device shows what its values mean', async ({ page, request, signIn, text }) => {
    const t = (key: string) => text('panels', key);
    const headers = await headersOf(request, 'customer');
    const idOf = async (filter: string) => {
      const reply = await request.get(`/api/swam/device?limit=20&sort[id]=asc&${filter}`, { headers });
      const { data } = (await reply.json()) as { data: { id: number; token: string }[] };
      return data.find(({ token }) => token === 'active')?.id ?? 0;
    };
    await signIn('customer');
    const kinds = [
      ['solutionId=1', t('quality.title'), text('commands', 'checks.title')],
      ['solutionId=2', t('tank.title'), t('tank.volume')],
      ['solutionId=3', t('night.title'), t('night.flow')],
      ['solutionId=4', text('room-air', 'title'), text('devices', 'sensors.co2')],
      ['solutionId=5', t('outdoor.title'), t('outdoor.hours')],
      ['solutionId=6', null, t('gas.notice')],
      ['solutionId=8', t('night.title'), t('night.today')],
      ['solutionId=9', t('chiller.title'), t('chiller.deltaT')],
      ['hardwareId=1703', t('power.title'), t('power.unbalance')],
      ['hardwareId=1803', t('probes.title'), t('probes.spread')],
    ] as const;
    for (const [filter, title, shown] of kinds) {
      const solution = filter.startsWith('s') ? Number(filter.split('=')[1]) : filter.endsWith('1703') ? 17 : 18;
      await page.goto(devicePage(solution, await idOf(filter)));
      if (title) await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
      await expect(page.getByText(shown, { exact: true }).first()).toBeVisible();
      // A meter has a page of its own.
      await expect(page).toHaveURL(
        [8, 9, 17].includes(solution) ? /devices\/meter\/\d+$/ : /solution\/\d+\/device\/\d+$/,
      );
      await expectDirection(page, language);
      await expectAccessible(page);
    }
  });

  test('a bump test is entered by the person who did it, and the detector shows when the next one is due', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const headers = await headersOf(request, 'customer');
    const reply = await request.get('/api/swam/device?limit=20&solutionId=6', { headers });
    const { data } = (await reply.json()) as { data: { id: number; token: string }[] };
    const id = data.find(({ token }) => token === 'active')?.id ?? 0;
    await signIn('operator');
    await page.goto(devicePage(6, id));
    await page.getByRole('button', { name: text('swam', 'checkDone.bump-test') }).click();
    const person = (await (await request.get(`/api/swam/device/${id}/check`, { headers })).json()).data[0];
    await expect.poll(() => page.getByText(text('commands', 'checks.never')).count()).toBe(1);
    expect(person.kind).toBe('bump-test');
    await expectAccessible(page);
  });
});
