import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { canDo } from '#platform/common/define-entity.ts';
import { languages, text } from '#platform/web/i18n/i18n.ts';
import { registerApps } from '#platform/web/session/session.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted, testMe } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { showPages } from '#platform/web/test-render.tsx';
import { testServer } from '#platform/web/test-server.ts';
import { defcon } from '../../app.ts';
import type { ZoneDetail } from '../../common/zones/zone-desk.ts';
import { ZonePage } from './ZonePage.tsx';
import { ZonesPage } from './ZonesPage.tsx';

const t = (key: string) => text('defcon', key);
const at = '2026-03-01T08:00:00.000Z';
const zoneSeenBy = (side: ZoneDetail['side']): ZoneDetail => ({
  ...{
    id: 5,
    companyId: 8,
    createdAt: at,
    panelId: 1,
    number: 2,
    name: 'Shop window',
    groups: [1],
    detector: 'window',
  },
  ...{ reaction: 'perimeter', bypassable: true, confirmUnit: null, space: null, device: null, open: true },
  ...{ tamper: false, fault: false, missing: false, bypassed: false, battery: 80, changedAt: at, condition: 'open' },
  ...{ panel: { id: 1, name: 'Gold shop' }, structure: { id: 4, name: 'Qasr Mall' }, side },
  ...{ groupsOfZone: [{ number: 1, name: 'Shop floor', state: 'armed-away' }], hits: 1, lastHitAt: at },
});

beforeEach(() => {
  registerApps([defcon]);
  const { zoneDesk = {}, event = {}, assignment = {} } = defcon.routes;
  const accesses = [zoneDesk, event, assignment].flatMap((set) => Object.values(set).map(({ access }) => access));
  const { me, ...state } = permitted(...accesses, canDo('structure.structure', 'read'));
  sessionStore.set({ ...state, me: testMe({ ...me.session, actingFor: 7, apps: ['defcon', 'structure'] }) });
});

const answersOf = (side: ZoneDetail['side']) => {
  const zone = zoneSeenBy(side);
  return testServer({
    'GET /events': new Response(new ReadableStream()),
    'GET /user/parameter': () => Response.json({ data: {} }),
    'GET /alarm/unacknowledged/count': { count: 0, messages: 0 },
    'GET /defcon/zone': [zone],
    'GET /defcon/zone/5': zone,
    'GET /defcon/device/params': { structures: [], panels: [], conditions: [], detectors: [], reactions: [] },
    'GET /defcon/device/count-by-structure': [],
    'GET /defcon/panel/1/event': [],
    'GET /defcon/device-assign': [],
  });
};

describe.each(languages)('zones in %s', (language) => {
  const open = (path: string) =>
    showPages(
      language,
      defcon,
      { 'device/list': <ZonesPage />, 'device/details/{id}': <ZonePage /> },
      { at: `/ProTect/${path}`, texts: ['defcon', 'places'] },
    );

  test.each([
    ['owner', { panel: true, site: true, log: true, tenants: true, groups: true }],
    ['watcher', { panel: true, site: false, log: true, tenants: false, groups: true }],
    ['tenant', { panel: false, site: false, log: false, tenants: false, groups: false }],
  ] as const)('show the %s only what leads somewhere', async (side, shown) => {
    answersOf(side);
    await open('device/details/5');
    await expect.element(page.getByRole('heading', { name: 'Shop window' })).toBeVisible();
    const panel = page.getByText('Gold shop').last();
    await expect.element(panel).toBeVisible();
    const link = (name: string, address: string) =>
      page
        .getByRole('link', { name })
        .elements()
        .some((one) => one.getAttribute('href')?.endsWith(address) === true);
    expect({
      panel: link('Gold shop', '/ProTect/panels/details/1'),
      site: page.getByRole('link', { name: 'Qasr Mall' }).elements().length > 0,
      log: page.getByRole('heading', { name: t('zones.log') }).elements().length > 0,
      tenants: page.getByRole('heading', { name: t('assignments.tenants') }).elements().length > 0,
      groups: page.getByText(/Shop floor/).elements().length > 0,
    }).toEqual(shown);
    await expectAccessible();
  });

  test('name the site of those that belong to others, without a link', async () => {
    answersOf('tenant');
    await open('device/list');
    await expect.element(page.getByText('Qasr Mall').first()).toBeVisible();
    expect(page.getByRole('link', { name: 'Qasr Mall' }).elements()).toEqual([]);
  });
});
