import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { expect, expectAccessible, expectDirection, headersOf, storyLanguage, test } from '../journey.ts';

const tag = ['@core/integrations', '@core/telemetry', '@solutions/swam'];

const language = storyLanguage(import.meta.url);
test.describe(language, { tag }, () => {
  test.use({ language });

  test('a ChirpStack device is adopted from an unknown message and shows a live value', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const t = (key: string) => text('integrations', key);
    const tab = (name: string) => page.getByRole('tab', { name: t(`tabs.${name}`) });
    const shows = async () => {
      await expectDirection(page, language);
      await expectAccessible(page);
    };
    const name = `ChirpStack ${language}`;
    const devEui = '70B3D5C0FFEE00A0';
    await signIn('customer');
    await page.goto('/core/connectors/list');
    await page
      .getByRole('button', { name: t('connector.add') })
      .first()
      .click();
    await page.getByLabel(t('fields.name')).fill(name);
    await shows();
    await page.getByRole('button', { name: t('connector.next') }).click();
    await expect(page.getByText(t('secret.onceTitle'))).toBeVisible();
    await shows();
    const address = (await page.getByLabel(t('address'), { exact: true }).textContent()) ?? '';
    const secret = (await page.getByLabel(t('secret.title'), { exact: true }).textContent()) ?? '';
    let fCnt = 0;
    const send = async (pressure: number) => {
      fCnt++;
      const reply = await request.post(`${address}?event=up`, {
        headers: { authorization: `Bearer ${secret}` },
        data: {
          deduplicationId: `${devEui} ${fCnt} ${Date.now()}`,
          time: new Date().toISOString(),
          deviceInfo: { devEui, deviceProfileName: 'Riser', applicationId: '17c82e96-be03-4f38-aef3-f83d48582d97' },
          fCnt,
          fPort: 1,
          data: 'qg==',
          object: { pressure, counter: fCnt },
          rxInfo: [{ gatewayId: '0016c001f153a14c', rssi: -36, snr: 10.5 }],
        },
      });
      return (await reply.json()).data;
    };
    expect(await send(4.25)).toEqual({ accepted: 0, duplicates: 0, refused: 1 });

    await page.getByRole('link', { name: t('connector.open') }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
    await shows();
    await tab('unknown').click();
    const row = page.getByRole('row').filter({ hasText: devEui });
    await expect(row).toContainText('Riser');
    await shows();
    // The actions of a row are shown under the pointer.
    await row.hover();
    await row.getByRole('button', { name: t('actions.adopt') }).click();
    await page.getByRole('combobox', { name: t('fields.hardwareId') }).click();
    const { hardware } = await modelOf(request, await headersOf(request, 'customer'), language);
    await page.getByRole('option', { name: hardware, exact: true }).click();
    const structure = page.getByRole('combobox', { name: t('fields.structureId') });
    await structure.click();
    await page.getByRole('option', { name: 'Villa A', exact: true }).click();
    await shows();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('actions.adopt') })
      .click();
    await expect(page.getByText(t('adopt.done'))).toBeVisible();
    await shows();

    await page.getByRole('link', { name: t('adopt.open') }).click();
    await expect(page.getByText(/4\.25/).first()).toBeVisible();
    expect(await send(5.5)).toEqual({ accepted: 1, duplicates: 0, refused: 0 });
    await expect(page.getByText(/5\.50?/).first()).toBeVisible();

    // The key that no sensor has is listed, and the messages with their outcomes.
    await page.goto('/core/connectors/list');
    await page.getByRole('link', { name, exact: true }).click();
    await tab('values').click();
    await expect(page.getByText('counter', { exact: true })).toBeVisible();
    await shows();
    await tab('messages').click();
    await expect(page.getByText(t('values.outcome.accepted')).first()).toBeVisible();
    await shows();
    await tab('settings').click();
    await expect(page.getByLabel(t('fields.rate'))).toBeVisible();
    await shows();

    // A command leaves through the server of the network, and the page shows its state.
    const network = await startNetwork();
    try {
      await tab('commands').click();
      await expect(page.getByText(t('empty.downlink.title'))).toBeVisible();
      await shows();
      await page.getByLabel(t('fields.url')).fill(network.url);
      await page.getByLabel(t('link.key'), { exact: true }).fill('token');
      await page.getByRole('button', { name: text('platform', 'actions.save'), exact: true }).click();
      await expect(page.getByText(t('link.keyKept'))).toBeVisible();
      const headers = await headersOf(request, 'customer');
      await encodeCommands(request, headers, name);
      await page.reload();
      await sendInterval(request, headers, devEui);
      await expect(async () => {
        await page.reload();
        await expect(page.getByText(t('values.downlinkState.delivered'))).toBeVisible();
      }).toPass();
      expect(network.received()).toMatchObject([{ queueItem: { confirmed: true, data: 'Bwc=', fPort: 3 } }]);
      const state = (of: string) => page.getByText(text('commands', `values.commandState.${of}`), { exact: true });
      await expect(state('queued')).toBeVisible();
      await request.post(`${address}?event=txack`, {
        headers: { authorization: `Bearer ${secret}` },
        data: { time: new Date().toISOString(), deviceInfo: { devEui }, queueItemId: network.itemId },
      });
      await page.reload();
      await expect(state('sent')).toBeVisible();
      await shows();
    } finally {
      await network.close();
    }
  });

  test('a connector whose sender is not admitted raises an alarm, which leads to its page', async ({
    page,
    request,
    signIn,
    text,
  }) => {
    const t = (key: string) => text('integrations', key);
    const shows = async () => {
      await expectDirection(page, language);
      await expectAccessible(page);
    };
    const name = `Gateway ${language}`;
    const headers = await headersOf(request, 'customer');
    const made = await request.post('/api/connector', { headers, data: { kind: 'http', name } });
    const { id, key } = (await made.json()).data;
    for (let n = 0; n < 20; n++)
      expect(
        (await request.post(`/api/v1/connect/${key}`, { data: {}, headers: { authorization: 'Bearer no' } })).status(),
      ).toBe(401);
    await signIn('customer');
    await expect(async () => {
      await page.goto('/core/connectors/list');
      await expect(page.getByRole('row').filter({ hasText: name })).toContainText(t('states.not-admitted'));
    }).toPass();
    await shows();
    await page
      .getByRole('main')
      .getByRole('link', { name: t('tabs.alarms') })
      .click();
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row).toContainText(t('alarms.connector-failing'));
    await shows();
    await row.getByText(t('alarms.connector-failing')).click();
    const panel = page.getByRole('complementary').filter({ hasText: t('reasons.not-admitted') });
    await expect(panel).toContainText(t('subjects.connector'));
    await shows();
    await panel.getByRole('link', { name }).click();
    await expect(page).toHaveURL(new RegExp(`/core/connectors/${id}$`));
    await expect(page.getByText(t('stateNotes.not-admitted'))).toBeVisible();
    await shows();
    await page.getByRole('tab', { name: t('tabs.alarms') }).click();
    await expect(page.getByRole('row').filter({ hasText: t('alarms.connector-failing') })).toBeVisible();
    await shows();
    // Its notification groups choose among the alarms of connectors.
    await page.goto('/core/connectors/list');
    await page
      .getByRole('main')
      .getByRole('link', { name: t('tabs.groups') })
      .click();
    await expect(page.getByRole('heading', { name: t('pages.groups-list'), level: 1 })).toBeVisible();
    await page
      .getByRole('button', { name: text('notifications', 'groups.create') })
      .first()
      .click();
    await page.getByRole('dialog').getByLabel(text('permissions', 'fields.name')).fill(name);
    await shows();
    await page.getByRole('button', { name: text('platform', 'actions.save'), exact: true }).click();
    await page.waitForURL(/groups\/edit-notification\/\d+/);
    await expect(page.getByText(t('alarms.connector-silent')).first()).toBeVisible();
    await shows();
  });

  test('a codec is written, run on a sample, and activated', async ({ page, signIn, text }) => {
    const t = (key: string) => text('integrations', key);
    await signIn('customer');
    await page.goto('/core/codecs/create');
    await page.getByLabel(t('fields.name')).fill(`Codec ${language}`);
    await page.getByRole('button', { name: text('platform', 'actions.save') }).click();
    await page.waitForURL(/codecs\/\d+/);
    await expect(page.locator('.cm-content')).toContainText('decodeUplink');
    await page.getByRole('button', { name: t('samples.add') }).click();
    await page.getByLabel(t('samples.payload')).fill('00EB');
    await page.getByRole('button', { name: t('codec.run') }).click();
    await expect(page.getByText(t('samples.red'), { exact: true })).toBeVisible();
    await expectDirection(page, language);
    await expectAccessible(page);
    await page.getByRole('button', { name: t('samples.take') }).click();
    await page.getByRole('button', { name: t('codec.run') }).click();
    await expect(page.getByText(t('samples.green'), { exact: true })).toBeVisible();
    await page.getByRole('button', { name: t('codec.save') }).click();
    await page.getByRole('tab', { name: t('tabs.versions') }).click();
    await page.getByRole('button', { name: t('codec.activateOf').replace('{{number}}', '2') }).click();
    await expect(page.getByText(t('codec.activeVersion').replace('{{number}}', '2'))).toBeVisible();
    await expectAccessible(page);

    // What was exported becomes another codec, with its samples.
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: t('codec.exportOf').replace('{{number}}', '2') }).click();
    const file = await (await downloading).path();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      format: 'rasid-codec',
      samples: [{ payload: '00EB' }],
    });
    await page.goto('/core/codecs/create');
    await page.getByLabel(t('codec.file')).waitFor();
    await page.locator('input[type=file]').setInputFiles(file);
    await expect(page.getByLabel(t('fields.name'))).toHaveValue(`Codec ${language}`);
    await page.getByLabel(t('fields.name')).fill(`Copy ${language}`);
    await expectAccessible(page);
    await page.getByRole('button', { name: text('platform', 'actions.save') }).click();
    await page.waitForURL(/codecs\/\d+/);
    await expect(page.getByLabel(t('samples.payload'))).toHaveValue('00EB');
    await page.getByRole('button', { name: t('variables.add') }).click();
    await expectAccessible(page);
  });
});

/** A network server that puts each command into its queue. */
async function startNetwork() {
  const received: unknown[] = [];
  const itemId = randomUUID();
  const server = createServer(async (call, reply) => {
    let body = '';
    for await (const part of call) body += part;
    received.push(JSON.parse(body));
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id: itemId }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    itemId,
    received: () => received,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type Api = import('@playwright/test').APIRequestContext;
const dataOf = async (reply: import('@playwright/test').APIResponse) => {
  expect(reply.ok(), await reply.text()).toBe(true);
  return (await reply.json()).data;
};

/** Gives the connector of a name a codec that encodes every command as the same two bytes. */
async function encodeCommands(request: Api, headers: Record<string, string>, name: string): Promise<void> {
  const source =
    'function decodeUplink() { return { data: {} }; } function encodeDownlink() { return { bytes: [7, 7], fPort: 3 }; }';
  const samples = [{ name: 'any', form: 'hex', payload: '00', expected: {} }];
  const codec = await dataOf(await request.post('/api/codec', { headers, data: { name, source, samples } }));
  await dataOf(await request.post(`/api/codec/${codec.id}/activate`, { headers, data: { number: 1 } }));
  const [connector] = await dataOf(
    await request.get('/api/connector', { headers, params: { search: name, limit: 1 } }),
  );
  await dataOf(await request.patch(`/api/connector/${connector.id}`, { headers, data: { codecId: codec.id } }));
}

/** Sends a command that the device with this serial number waits for. */
async function sendInterval(request: Api, headers: Record<string, string>, serial: string): Promise<void> {
  const [device] = await dataOf(
    await request.get('/api/swam/device', { headers, params: { search: serial, limit: 1 } }),
  );
  const data = { method: 'setInterval', params: { seconds: 600 } };
  await dataOf(await request.post(`/api/swam/device/${device.id}/command`, { headers, data }));
}

/** The name of the model of detectors of pressure. */
async function modelOf(
  request: import('@playwright/test').APIRequestContext,
  headers: Record<string, string>,
  language: 'en' | 'ar',
): Promise<{ hardware: string }> {
  const reply = await request.get('/api/swam/hardware', { headers });
  const { data } = (await reply.json()) as { data: { id: number; name: { en: string; ar: string } }[] };
  return { hardware: data.find(({ id }) => id === 301)?.name[language] ?? '' };
}
