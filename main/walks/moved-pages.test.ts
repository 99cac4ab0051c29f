import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alarmAddress } from '#core/alarms/common/alarm-address.ts';
import { deviceClass } from '#core/alarms/common/device-classes.ts';
import { devicePaths } from '#core/device-app/common/device-paths.ts';
import {
  addDeviceAddress,
  allDevicesAddress,
  deviceAppPages,
  deviceHistory,
  listAddress,
} from '#core/device-app/web/parts.tsx';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { fittingsScreen } from '#core/fittings/web/parts.tsx';
import { mailHandOvers } from '#core/inventory/server/hand-overs.ts';
import { notifyDue } from '#core/notifications/server/sending/notify.ts';
import { webhookSender } from '#core/notifications/server/sending/webhook-event.ts';
import { addressesOf, groupSource } from '#core/notifications/web/groups/source.ts';
import { ruleSource } from '#core/rules/web/source.ts';
import { remindOfTokens } from '#core/subscriptions/server/token-reminders.ts';
import { templateSource } from '#core/templates/web/source.ts';
import { page } from '#platform/common/define-app.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { fillPath } from '#platform/web/client/client-of.ts';
import { bindPages } from '#platform/web/shell/routing/bind-pages.ts';
import { depot } from '../test-apps/depot/app.ts';
import { sample } from '../test-apps/sample/app.ts';
import { type Rasid, rasid, type TestPerson } from '../testing.ts';

/** The path of the page of the depot at an address; undefined if there is none. */
const pathAt = (address: string): string | undefined => {
  const { pathname } = new URL(address, 'http://localhost');
  const isAt = (path: string) => new RegExp(`^${depot.web}/${path.replaceAll(/\{\w+\}/g, '\\d+')}$`).test(pathname);
  return depot.pages.find(({ path }) => path === pathname.slice(depot.web.length + 1) || isAt(path))?.path;
};

describe('an app whose pages are all elsewhere', () => {
  test('has none of them at its usual path, and every one has its screen and its texts', () => {
    const moved = depot.pages.filter(({ usual }) => usual !== undefined);
    const usual = new Set(sample.pages.map(({ path }) => path));
    expect(moved.filter(({ path }) => usual.has(path))).toEqual([]);
    expect(moved.map((page) => page.key)).toEqual(
      moved.map((page) => sample.pages.find(({ path }) => path === page.usual)?.key),
    );
    const { loaders } = bindPages(depot, {
      ...deviceAppPages(depot),
      'devices/history': deviceHistory,
      'devices/fittings': fittingsScreen,
    });
    const missing = depot.pages.filter((page) => !page.redirects && !page.savedFilter && !loaders[page.path]);
    expect(missing).toEqual([]);
  });

  test('cannot have a page of its own at the usual path of one of them, to which links would lead', () => {
    const pages = [...depot.pages, page('devices/list', { access: 'signed-in' })];
    expect(() => bindPages({ ...depot, pages }, {})).toThrow('depot declares two pages of the same path');
  });

  test('has a page at every address that links lead to', () => {
    const groups = groupSource(depot);
    if (!groups) throw new Error('the depot has groups');
    const { create, edit, addUser, editUser } = addressesOf(groups);
    const rules = ruleSource(depot)?.addresses;
    const templates = templateSource(depot).addresses;
    const addresses = [
      listAddress(depot),
      allDevicesAddress(depot),
      addDeviceAddress(depot, 7),
      ...(['list', 'inventory', 'tokens'] as const).flatMap((list) => [
        listAddress(depot, undefined, list),
        listAddress(depot, 921, list),
      ]),
      deviceAddress(depot, { id: 5, solutionId: 921 }),
      alarmAddress(depot, deviceClass.measured, 5),
      alarmAddress(depot, deviceClass.technical),
      ...[create('permission'), addUser, editUser(5)],
      ...(['permission', 'notification'] as const).map((kind) => fillPath(edit(kind), { id: 5 })),
      ...[rules?.create, rules?.edit(5)],
      ...[templates.list, templates.create, templates.copy(5), templates.edit(5), templates.details(5)],
      ...Object.values(depot.alarmClasses ?? {}).map(({ historyPage }) => `${depot.web}/${historyPage}`),
    ].map((address) => address ?? 'none');
    expect(addresses.filter((address) => pathAt(address) === undefined)).toEqual([]);
    expect(addressesOf(groups).list('permission')).toBe('/core/app-groups/list?app=depot&kind=permission');
  });
});

describe('what is sent about it', () => {
  let app: Rasid;
  let integrator: TestPerson;
  let customer: TestPerson;
  let companyId: number;
  let device: number;
  const query = async (text: string, values: unknown[] = []) => (await app.kit.pool.query(text, values)).rows;
  /** The pages that the mails to a person link to. */
  const linkedTo = async (recipient: string): Promise<(string | undefined)[]> => {
    const mails = await query('DELETE FROM mail_outbox WHERE recipient = $1 RETURNING text', [recipient]);
    const addresses: string[] = mails.flatMap(({ text }) => text.match(/http:\/\/localhost\/Depot[^\s>)]*/g) ?? []);
    return [...new Set(addresses.map(pathAt))];
  };

  beforeAll(async () => {
    app = await rasid();
    [integrator, customer] = [await app.signIn('integrator@rasid.test'), await app.signIn('customer@rasid.test')];
    const companyOf = async (person: TestPerson) => (await person.call('GET', '/session')).body.data.company.id;
    companyId = await companyOf(customer);
    await query("INSERT INTO company_app (company_id, app_id) VALUES ($1, 'depot'), ($2, 'depot')", [
      companyId,
      await companyOf(integrator),
    ]);
    await query('DELETE FROM device_hand_over');
    await query('DELETE FROM mail_outbox');
    const body = { serial: '70B3D5F900000001', hardwareId: 92101 };
    const made = await integrator.call('POST', '/depot/api/device', { body });
    const given = await integrator.call('PATCH', '/device/owner', {
      body: { id: made.body.data.id, customerId: companyId },
    });
    device = given.body.data.id;
  });
  afterAll(() => app.close());

  test('mails about devices that have a new owner lead to its inventory, as the labels of the devices do', async () => {
    await query("UPDATE device_hand_over SET created_at = created_at - interval '3 minutes'");
    await mailHandOvers(app.kit);
    expect(await linkedTo('customer@rasid.test')).toEqual(['store/waiting']);
    const printed = await customer.call('POST', '/device-stock/label', { body: { hardwareId: 92101, lang: 'en' } });
    const [document] = await query('SELECT data FROM print_document WHERE id = $1', [printed.body.data.id]);
    expect(document.data.labels.map(({ address }: { address: string }) => pathAt(address))).toEqual(['store/waiting']);
  });

  test('mails about subscriptions that end lead to those of the app', async () => {
    await query('UPDATE device_token SET reminded_days = 0');
    await query(
      `UPDATE device_token SET app = 'depot', device_id = $1, expiration_at = now() + interval '6 days', reminded_days = NULL
        WHERE id = (SELECT id FROM device_token WHERE company_id = $2 AND device_id IS NOT NULL ORDER BY id LIMIT 1)`,
      [device, companyId],
    );
    await remindOfTokens(app.kit);
    expect(await linkedTo('customer@rasid.test')).toEqual(['store/subscriptions']);
  });

  test('mails about an alarm lead to the page of its class and to that of its device', async () => {
    const userId = (await customer.call('GET', '/session')).body.data.user.id;
    await customer.call('POST', '/depot/api/notifications-group', {
      body: {
        name: 'Warm shelves',
        resources: ['*'],
        users: [userId],
        notifications: { operational: { email: ['too-warm'] } },
      },
    });
    await query(
      `WITH raised AS (
         INSERT INTO alarm (company_id, app, class, kind, severity, solution_id, device_id, first_at, last_at)
         VALUES ($1, 'depot', 'operational', 'too-warm', 'problem', 921, $2, now(), now()) RETURNING id, company_id)
       INSERT INTO alarm_event (alarm_id, company_id, action) SELECT id, company_id, 'raised' FROM raised`,
      [companyId, device],
    );
    await notifyDue(app.kit);
    expect((await linkedTo('customer@rasid.test')).toSorted()).toEqual([
      'shelves/details/{id}',
      'warnings/shelves/live',
    ]);
  });

  test('the mail about a webhook that was switched off leads to the page of its group', async () => {
    const [group] = await query("SELECT id FROM notification_group WHERE app_id = 'depot'");
    await inSystem(app.kit.db, async (tx) =>
      webhookSender(app.kit).onSwitchedOff?.(tx, { subjectId: group.id, companyId, url: 'https://hook.example' }),
    );
    expect(await linkedTo('customer@rasid.test')).toEqual(['notifications-settings/edit/{id}']);
  });

  test('a company that starts with it is led to its page for rules', async () => {
    await query("DELETE FROM company_app WHERE company_id = $1 AND app_id <> 'depot'", [companyId]);
    const { steps, app: started } = (await customer.call('GET', '/getting-started')).body.data;
    expect(started).toBe('depot');
    expect(steps.map(({ step }: { step: string }) => step)).toContain('rule');
  });
});

test('the usual paths of devices are pages of an app that has them there', () => {
  const paths = sample.pages.map(({ path }) => path);
  expect(Object.values(devicePaths).filter((path) => !paths.includes(path))).toEqual([]);
});
