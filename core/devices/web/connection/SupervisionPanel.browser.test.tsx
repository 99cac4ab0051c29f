import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { defineApp } from '#platform/common/define-app.ts';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { kit, show } from '#platform/web/test-render.tsx';
import { bodiesOf, testServer } from '#platform/web/test-server.ts';
import { type DeviceDetail, deviceRoutes } from '../../common/device.ts';
import { deviceCallsOf } from '../use-device.ts';
import { PathsPanel, SupervisionPanel } from './SupervisionPanel.tsx';

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
const device: DeviceDetail = {
  id: 9,
  companyId: 7,
  company: { id: 7, name: 'Reem' },
  app: 'tried',
  solutionId: 1,
  hardware: { id: 1, name: { en: 'Panel', ar: 'لوحة' } },
  type: null,
  name: 'Gate',
  serial: 'A1',
  state: 'installed',
  connection: 'online',
  connectivity: 'session',
  nextWakeAt: null,
  suspended: false,
  battery: null,
  batteryForecast: null,
  lastSeenAt: null,
  structure: null,
  floor: null,
  space: null,
  token: 'active',
  templateState: 'none',
  values: [],
  staleAfterSeconds: 180,
  reportEverySeconds: 60,
  createdAt: '2026-01-01T00:00:00.000Z',
  activationAt: null,
  expirationAt: null,
  attributes: {},
  exampleValues: {},
  suspendedReason: null,
  supervisionSeconds: 90,
  channelSensors: null,
  paths: [
    { line: 'cable', state: 'alive', lastAt: '2026-03-01T08:00:00.000Z', supervisionSeconds: 60 },
    { line: 'mobile', state: 'lost', lastAt: '2026-03-01T07:00:00.000Z', supervisionSeconds: 600 },
  ],
  position: null,
  zone: 'Asia/Dubai',
  credentialName: null,
};

beforeEach(() => {
  const { me, index } = permitted(routes.get.access, routes.supervise.access);
  sessionStore.set({
    me: { ...me, company: { id: 7, name: 'Reem', type: 'Customer', timeZone: 'Asia/Dubai', providers: [] } },
    index,
  });
});

test.each(languages)(
  'the longest silence is shown and can be left to the reporting interval in %s',
  async (language) => {
    const sent = testServer({ 'PUT /tried/device/9/supervision': { ...device, supervisionSeconds: null } });
    await show(language, <SupervisionPanel calls={deviceCallsOf(app)} device={device} />, { texts: ['devices'] });
    const field = page.getByLabelText(text('devices', 'fields.supervisionSeconds'));
    await expect.element(field).toHaveValue(`90 ${text('devices', 'supervision.seconds')}`);
    await field.fill('');
    await page.getByRole('button', { name: kit('actions.save'), exact: true }).click();
    await expect
      .poll(() => bodiesOf(sent, 'PUT', '/tried/device/9/supervision'))
      .toEqual([{ supervisionSeconds: null }]);
  },
);

test.each(languages)('the paths of a device are shown with their states in %s', async (language) => {
  await show(language, <PathsPanel device={device} />, { texts: ['devices'] });
  await expect.element(page.getByText('mobile')).toBeVisible();
  await expect.element(page.getByText(text('devices', 'values.pathState.lost'))).toBeVisible();
  await expect.element(page.getByText(text('devices', 'values.pathState.alive'))).toBeVisible();
});
