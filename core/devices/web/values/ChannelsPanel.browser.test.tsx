import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { defineApp } from '#platform/common/define-app.ts';
import { type LiveEvent, live } from '#platform/web/client/live/live.ts';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, show } from '#platform/web/test-render.tsx';
import { testServer } from '#platform/web/test-server.ts';
import { deviceRoutes } from '../../common/device.ts';
import { deviceCallsOf } from '../use-device.ts';
import { ChannelsPanel } from './ChannelsPanel.tsx';

const routes = deviceRoutes('tried');
const app = defineApp({
  id: 'tried',
  brand: 'Tried',
  web: '/tried',
  api: '/tried',
  icon: 'box',
  needs: [],
  pages: [],
  routes: { device: routes },
});
const deviceOf = (channelSensors: string[] | null, token: 'active' | 'expired' = 'active') => ({
  id: 9,
  channelSensors,
  token,
});
const channel = (name: string, value: number | null, time: string | null) => ({
  channel: name,
  values: [{ sensor: 'rssi', sensorId: 2, unit: 'dBm', kind: 'number', decimals: 0, counter: false, value, time }],
});

let send: (event: LiveEvent) => void;
beforeEach(() => {
  sessionStore.set(permitted(routes.channels.access));
  vi.spyOn(live, 'subscribe').mockImplementation((_, handler) => {
    send = handler;
    return () => undefined;
  });
});
afterEach(() => vi.restoreAllMocks());

/** A report of a channel at this second of the hour. */
const reported = (name: string, value: number, second: number): LiveEvent => ({
  topic: 'device:9',
  type: 'channels',
  data: {
    id: 9,
    values: [{ channel: name, sensor: 'rssi', time: Date.parse('2026-03-01T08:00:00Z') + second * 1000, value }],
  },
});
const rowOf = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });

test.each(languages)(
  'the channels of a device are listed with their values and follow its reports in %s',
  async (language) => {
    let channels = [channel('A-01', 61, '2026-03-01T08:00:00.000Z'), channel('A-02', null, null)];
    testServer({ 'GET /tried/device/9/channel': () => channels });
    await show(language, <ChannelsPanel app={app} calls={deviceCallsOf(app)} device={deviceOf(['rssi'])} />, {
      texts: ['devices'],
    });
    await expect.element(page.getByRole('heading', { name: text('devices', 'channels.title') })).toBeVisible();
    await expect.element(rowOf('A-01')).toHaveTextContent('61');
    await expect.element(rowOf('A-02')).toHaveTextContent('–');
    await expectAccessible();
    send(reported('A-01', 67, 10));
    await expect.element(rowOf('A-01')).toHaveTextContent('67');
    send(reported('A-01', 65, 5));
    send(reported('A-02', 43, 5));
    await expect.element(rowOf('A-02')).toHaveTextContent('43');
    await expect.element(rowOf('A-01')).toHaveTextContent('67');
    await expect.element(rowOf('A-02').getByRole('time')).toHaveAttribute('datetime', '2026-03-01T08:00:05.000Z');
    // A channel that reports for the first time is read from the server.
    channels = [...channels, channel('A-03', 29, '2026-03-01T08:00:20.000Z')];
    send(reported('A-03', 29, 20));
    await expect.element(rowOf('A-03')).toHaveTextContent('29');
  },
);

test.each(languages)('a device whose channels have not reported says so in %s', async (language) => {
  testServer({ 'GET /tried/device/9/channel': [] });
  await show(language, <ChannelsPanel app={app} calls={deviceCallsOf(app)} device={deviceOf(['rssi'])} />, {
    texts: ['devices'],
  });
  await expect.element(page.getByText(text('devices', 'channels.none'))).toBeVisible();
});

test('a long list of channels shows the first and the others on request', async () => {
  const many = Array.from({ length: 40 }, (_, n) => channel(`B-${n + 1}`, 1, '2026-03-01T08:00:00.000Z'));
  testServer({ 'GET /tried/device/9/channel': many });
  await show('en', <ChannelsPanel app={app} calls={deviceCallsOf(app)} device={deviceOf(['rssi'])} />, {
    texts: ['devices'],
  });
  await expect.element(rowOf('B-32')).toBeInTheDocument();
  await expect.element(rowOf('B-33')).not.toBeInTheDocument();
  await page.getByRole('button', { name: kit('actions.showMore') }).click();
  await expect.element(rowOf('B-40')).toBeInTheDocument();
});

test('a device of a model without channels, or without an active token, has no list of channels', async () => {
  const sent = testServer({ 'GET /tried/device/9/channel': [] });
  await show(
    'en',
    <>
      <p>The page</p>
      <ChannelsPanel app={app} calls={deviceCallsOf(app)} device={deviceOf(null)} />
      <ChannelsPanel app={app} calls={deviceCallsOf(app)} device={deviceOf(['rssi'], 'expired')} />
    </>,
    { texts: ['devices'] },
  );
  await expect.element(page.getByText('The page')).toBeVisible();
  await expect.element(page.getByText(text('devices', 'channels.title'))).not.toBeInTheDocument();
  expect(sent).toEqual([]);
});
