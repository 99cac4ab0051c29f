import type { APIRequestContext, Page } from '@playwright/test';
import {
  deviceOf,
  expect,
  expectAccessible,
  expectDirection,
  headersOf,
  keptReplies,
  storyLanguage,
  test,
  type textsIn,
  workerReady,
} from './journey.ts';

const tag = ['@platform', '@core/alarms', '@core/devices'];
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

type Headers = Record<string, string>;
type Text = ReturnType<typeof textsIn>;

async function dataOf(request: APIRequestContext, path: string, headers: Headers) {
  return (await (await request.get(`/api/swam${path}`, { headers })).json()).data;
}

/** The id of a new, unacknowledged alarm of a tank. */
async function newAlarm(request: APIRequestContext, headers: Headers, skip: number): Promise<number> {
  const tank = await deviceOf(request, 'customer', `solutionId=2&sort[id]=asc&skip=${skip}`);
  const open = () => dataOf(request, `/alarm/operational?deviceId=${tank.id}&kind=level-high`, headers);
  await tank.publish({ level: 1.2 });
  for (const { id } of await open())
    await request.post(`/api/swam/alarm/operational/${id}/terminate`, { headers, data: {} });
  await tank.publish({ level: 3.2 });
  await expect.poll(async () => (await open()).length).toBe(1);
  await tank.end();
  return (await open())[0].id;
}

const eventsOf = async (request: APIRequestContext, headers: Headers, id: number): Promise<string[]> =>
  (await dataOf(request, `/alarm/operational/${id}`, headers)).events.map(({ action }: { action: string }) => action);

const bar = (page: Page, text: Text) =>
  page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: text('platform', 'waiting.show') });
const open = async (page: Page, text: Text) => {
  await page.getByRole('button', { name: text('platform', 'waiting.show') }).press('Enter');
  return page.getByRole('dialog', { name: text('platform', 'waiting.title') });
};

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test.describe('without a network', () => {
    test.use({ serviceWorkers: 'allow' });

    test('an installation and an acknowledgement are kept, counted, and sent once the network is back', async ({
      page,
      context,
      request,
      signIn,
      text,
    }) => {
      const headers = await headersOf(request, 'customer');
      const alarm = await newAlarm(request, headers, 2);
      const [device] = await dataOf(request, `/device?state=inventory&limit=1&sort[id]=asc`, headers);
      await signIn('customer');
      await page.goto(`/PureTrace/alarms/list?alarm=${alarm}`);
      const acknowledge = page.getByRole('button', { name: text('alarms', 'actions.acknowledge'), exact: true });
      await expect(acknowledge).toBeVisible();
      await workerReady(page);
      await page.reload();
      await expect(acknowledge).toBeVisible();

      await expect.poll(() => keptReplies(page)).toContain('"events"');
      await page.goto(`/PureTrace/devices/list/solution/${device.solutionId}/device/${device.id}`);
      await page.getByRole('button', { name: text('devices', 'placing.install') }).click();
      await page.getByRole('combobox', { name: text('devices', 'columns.structure') }).click();
      await page.getByRole('option').first().click();
      await context.setOffline(true);
      await page.getByRole('button', { name: text('devices', 'placing.here') }).click();
      await expect(page.getByText(text('platform', 'waiting.kept'))).toBeVisible();
      await expect(bar(page, text)).toContainText(text('platform', 'waiting.count_one').replace('{{count}}', '1'));

      await page.goto(`/PureTrace/alarms/list?alarm=${alarm}`);
      await acknowledge.click();
      await expect(acknowledge).toBeHidden();
      await expect(page.getByRole('dialog').getByText(text('platform', 'waiting.state.waiting'))).toBeVisible();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: text('platform', 'actions.close'), exact: true })
        .first()
        .click();
      const list = await open(page, text);
      await expect(list.getByRole('listitem')).toHaveCount(2);
      await expect(list.getByRole('listitem').first()).toContainText(device.name);
      await expectDirection(page, language);
      await expectAccessible(page);

      await context.setOffline(false);
      await expect(list).toContainText(text('platform', 'waiting.none'));
      const { acknowledged } = await dataOf(request, `/alarm/operational/${alarm}`, headers);
      const { state } = await dataOf(request, `/device/${device.id}`, headers);
      expect([acknowledged, state]).toEqual([true, 'installed']);
      expect((await eventsOf(request, headers, alarm)).filter((action) => action === 'acknowledged')).toHaveLength(1);
      await request.put(`/api/swam/device/${device.id}/remove`, { headers, data: { to: 'inventory' } });
    });

    test('a technician who only signed in finds a device by its serial number, installs it and acknowledges an alarm', async ({
      page,
      context,
      request,
      signIn,
      text,
    }) => {
      const headers = await headersOf(request, 'customer');
      const [device] = await dataOf(request, `/device?state=inventory&limit=1&sort[id]=asc`, headers);
      const alarm = await newAlarm(request, headers, 4);
      await signIn('operator');
      await page.goto('/core');
      await workerReady(page);
      await page.reload();
      const offer = page.getByRole('region', { name: text('platform', 'ahead.title') });
      await expectAccessible(page);
      await offer.getByRole('button', { name: text('platform', 'ahead.keep') }).click();
      await expect(offer).toBeHidden();
      await expect(page.getByText(text('platform', 'ahead.done'))).toBeVisible();
      await expect.poll(() => keptReplies(page)).toContain(device.serial);
      await expect.poll(() => keptReplies(page)).toContain(`"id":${alarm},`);
      await context.setOffline(true);

      await page.getByRole('link', { name: text('device-app', 'pages.scan') }).click();
      const serial = page.getByLabel(text('device-app', 'scan.serial'));
      await serial.fill('0000000000000000');
      await serial.press('Enter');
      await expect(page.getByRole('alert').first()).toContainText(text('device-app', 'scan.offline'));
      await expectAccessible(page);
      await serial.fill(device.serial);
      await serial.press('Enter');
      const panel = page.getByRole('dialog', { name: text('devices', 'placing.installTitle') });
      await expect(panel).toContainText(device.serial);
      await panel.getByRole('combobox', { name: text('devices', 'columns.structure') }).click();
      await page.getByRole('option').first().click();
      await panel.getByRole('button', { name: text('devices', 'placing.here') }).click();
      await expect(bar(page, text)).toContainText(text('platform', 'waiting.count_one').replace('{{count}}', '1'));

      await page
        .getByRole('navigation')
        .getByRole('link', { name: text('alarms', 'pages.alarms-list') })
        .click();
      await page.locator(`main a[href*="alarm=${alarm}"]`).click();
      await page.getByRole('button', { name: text('alarms', 'actions.acknowledge'), exact: true }).click();
      await expect(page.getByRole('dialog').getByText(text('platform', 'waiting.state.waiting'))).toBeVisible();
      await context.setOffline(false);
      await expect
        .poll(async () => (await dataOf(request, `/alarm/operational/${alarm}`, headers)).acknowledged)
        .toBe(true);
      expect((await dataOf(request, `/device/${device.id}`, headers)).state).toBe('installed');
      await request.put(`/api/swam/device/${device.id}/remove`, { headers, data: { to: 'inventory' } });
    });
  });

  test('alarms that are acknowledged together wait for the network', async ({ page, request, signIn, text }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const headers = await headersOf(request, 'customer');
    const alarm = await newAlarm(request, headers, 2);
    await signIn('customer');
    await page.goto('/PureTrace/alarms/list?kind=level-high');
    const row = page.locator(`main tbody tr[data-key="${alarm}"]`);
    await row.getByRole('checkbox').check();
    await page.route('**/api/alarm/acknowledge', (route) => route.abort('internetdisconnected'), { times: 1 });
    await page.getByRole('button', { name: text('alarms', 'actions.acknowledge'), exact: true }).click();
    await expect(page.getByText(text('platform', 'waiting.kept'))).toBeVisible();
    await expect
      .poll(async () => (await dataOf(request, `/alarm/operational/${alarm}`, headers)).acknowledged, {
        timeout: 15_000,
      })
      .toBe(true);
  });

  test('a comment whose reply was lost is written once, and a change that is refused stays with its reason', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const headers = await headersOf(request, 'customer');
    const alarm = await newAlarm(request, headers, 4);
    await signIn('customer');
    await page.goto(`/PureTrace/alarms/list?alarm=${alarm}`);
    const details = page.getByRole('dialog');
    await page.route(
      '**/comment',
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await details.getByRole('textbox', { name: text('alarms', 'comment') }).fill('On my way');
    await details.getByRole('button', { name: text('alarms', 'actions.comment'), exact: true }).click();
    await expect(details.getByText(text('platform', 'waiting.state.waiting'))).toBeVisible();
    await expect(details.getByText(text('platform', 'waiting.state.waiting'))).toBeHidden();
    expect((await eventsOf(request, headers, alarm)).filter((action) => action === 'commented')).toHaveLength(1);

    await page.route('**/acknowledge', (route) => route.abort('internetdisconnected'), { times: 1 });
    await details.getByRole('button', { name: text('alarms', 'actions.acknowledge'), exact: true }).click();
    await expect(details.getByText(text('platform', 'waiting.state.waiting'))).toBeVisible();
    await request.post(`/api/swam/alarm/operational/${alarm}/acknowledge`, { headers, data: {} });
    await details.getByRole('button', { name: text('platform', 'actions.close'), exact: true }).click();
    const list = await open(page, text);
    await expect(list.getByRole('listitem')).toContainText(text('platform', 'waiting.state.refused'), {
      timeout: 15_000,
    });
    await expect(list.getByRole('listitem')).toContainText(text('alarms', 'errors.alarm-action-not-allowed'));
    await expectAccessible(page);
    await list.getByRole('listitem').getByRole('button').last().click();
    const question = page.getByRole('dialog', { name: text('platform', 'waiting.discardTitle') });
    await question.getByRole('button', { name: text('platform', 'waiting.discard'), exact: true }).click();
    await expect(list).toContainText(text('platform', 'waiting.none'));
  });
});
