import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { z } from 'zod';
import { deviceRoutes } from '#core/devices/common/device.ts';
import { type AppManifest, page as appPage, defineApp } from '#platform/common/define-app.ts';
import { route } from '#platform/common/route.ts';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { kit, showPages } from '#platform/web/test-render.tsx';
import { bodiesOf, type Sent, testServer } from '#platform/web/test-server.ts';
import { ruleRoutes } from '../../common/rule.ts';
import { CreateRulePage } from '../CreateRulePage.tsx';

const rule = ruleRoutes('tried');
/** What an app says of its sensors. */
const catalogue = {
  userSolutions: route.list('/user-solutions', { access: 'signed-in', reply: z.object({ id: z.number() }), list: {} }),
  sensorTypes: route.list('/sensor-type', {
    access: 'signed-in',
    reply: z.object({ name: z.string(), solutionIds: z.array(z.number()) }),
    list: {},
  }),
};
const app = defineApp({
  id: 'tried',
  brand: 'Tried',
  web: '/tried',
  api: '/tried',
  icon: 'box',
  needs: [],
  routes: { device: deviceRoutes('tried'), rule, catalogue },
  pages: [appPage('rules/create', { access: 'signed-in', texts: 'rules' })],
}) as unknown as AppManifest;

const tank = {
  id: 7,
  name: 'North tank',
  solutionId: 2,
  values: [{ sensor: 'battery', value: 81, unit: '%', decimals: 0, severity: null, at: '2026-03-01T08:00:00.000Z' }],
};
/** What the levels below become. */
const limits = [
  { severity: 'poor', value: 60 },
  { severity: 'problem', value: 70 },
] as const;
const levels = limits.map(({ severity, value }) => ({
  severity,
  condition: { sensor: 'battery', is: '>', value, clearBand: 2 },
  trigger: { type: 'simple' },
}));

const server = (): readonly Sent[] =>
  testServer({
    'GET /tried/device': [tank],
    'GET /tried/device/7': tank,
    'GET /tried/user-solutions': [{ id: 2 }],
    'GET /tried/sensor-type': [{ name: 'battery', solutionIds: [2] }],
    'GET /company/7/structure/search': [],
    'POST /tried/rule/test': {
      alarms: [{ from: '2026-03-01T08:00:00.000Z', to: '2026-03-01T09:00:00.000Z', severity: 'poor' }],
      count: 1,
      coverage: 0.97,
    },
    'POST /tried/rule': ({ body }) => ({ ...(body as object), id: 9 }),
  });

const t = (key: string, values?: Record<string, unknown>) => text('rules', key, values);
const input = (key: string) => page.getByRole('textbox', { name: t(key), exact: true });
const select = (key: string) => page.getByRole('combobox', { name: t(key), exact: true });
const save = () => page.getByRole('button', { name: kit('actions.save'), exact: true }).click();

beforeEach(() => {
  const { me, index } = permitted(rule.create.access, rule.test.access);
  const company = { id: 7, name: 'Reem', type: 'Customer', timeZone: 'Asia/Dubai', providers: [] } as const;
  sessionStore.set({ me: { ...me, company }, index });
});

describe.each(languages)('a new rule in %s', (language: Language) => {
  /** Opens the form for a device, which it shows. */
  async function open(): Promise<void> {
    await showPages(
      language,
      app,
      { 'rules/create': <CreateRulePage /> },
      { at: '/tried/rules/create?device=7', texts: ['rules', 'alarms', 'devices', 'places', 'schedules'] },
    );
    await expect.element(select('fields.deviceId')).toHaveValue(tank.name);
  }

  test('asks for missing entries', async () => {
    const sent = server();
    await open();
    await save();
    await expect.element(select('values.condition.sensor')).toHaveAccessibleDescription(t('rules.chooseSensor'));
    await expect.element(input('fields.name')).toHaveAccessibleDescription(kit('validation.Required'));
    await expect.element(input('values.condition.value')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible();
    expect(bodiesOf(sent, 'POST', '/tried/rule')).toEqual([]);
  });

  test('has two severities, is tested on the last week, and is saved', async () => {
    const sent = server();
    await open();
    await input('fields.name').fill('Battery too full');
    await input(`rules.names.${language}`).fill('Overcharged');
    await select('values.condition.sensor').click();
    await page.getByRole('option', { name: text('devices', 'sensors.battery'), exact: true }).click();
    await input('values.condition.value').fill(String(limits[0].value));
    await input('rules.clearBand').fill('2');
    // The next level starts as a copy; its severity is the worst that is free.
    await page.getByRole('button', { name: t('rules.addLevel') }).click();
    await input('values.condition.value').nth(1).fill(String(limits[1].value));

    await page.getByRole('button', { name: t('rules.test') }).click();
    await expect.element(page.getByText(t('rules.wouldHaveRaised', { count: 1, shown: '1' }))).toBeVisible();
    expect(bodiesOf(sent, 'POST', '/tried/rule/test')).toEqual([
      expect.objectContaining({ deviceId: tank.id, levels }),
    ]);
    await expectAccessible();

    await save();
    await expect.element(page.getByTestId('opened')).toBeInTheDocument();
    expect(bodiesOf(sent, 'POST', '/tried/rule')).toEqual([
      expect.objectContaining({
        name: 'Battery too full',
        kind: 'custom',
        names: { en: '', ar: '', [language]: 'Overcharged' },
        deviceId: tank.id,
        solutionId: null,
        structureId: null,
        levels,
        enabled: true,
      }),
    ]);
  });
});
