import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { securityRoutes } from '#core/accounts/common/sign-up.ts';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { registerApps } from '#platform/web/session/session.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted, testMe } from '#platform/web/session/test-session.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { showPages } from '#platform/web/test-render.tsx';
import { bodiesOf, refusal, type Sent, testServer } from '#platform/web/test-server.ts';
import { defcon } from '../../app.ts';
import type { PanelGroup } from '../../common/panel/group.ts';
import { panel as entity, type Panel } from '../../common/panel/panel.ts';
import type { PremisesFile } from '../../common/premises/premises-file.ts';
import { PanelsPage } from './PanelsPage.tsx';
import { WatchedPanel } from './WatchedPanel.tsx';

const t = (key: string, values?: Record<string, unknown>) => text('defcon', key, values);
const ours = (key: string, values?: Record<string, unknown>) => text('accounts', key, values);
const at = '2026-03-01T08:00:00.000Z';

const group: PanelGroup = {
  ...{ id: 9, panelId: 1, number: 1, name: 'Shop floor', modes: ['away'], graceMinutes: 0, state: 'armed-away' },
  ...{ stateAt: at, stateBy: null, zones: 2, open: [], schedule: null },
};
const panel = (id: number, name: string, changes: Partial<Panel> = {}): Panel => ({
  ...{ id, companyId: 8, name, serial: `70B3D5F9${id}`, transport: 'mqtt', service: 'active', groupMode: true },
  ...{ grade: null, entryDelay: 30, exitDelay: 30, policeResponse: false, permitNo: null, permitExpiresOn: null },
  ...{ structure: { id: 4, name: 'Qasr Mall' }, floor: null, space: null, connection: 'online', mains: true },
  ...{ path: null, lastEventAt: at, testUntil: null, testScope: null, zones: 2, openZones: 0, troubles: [] },
  ...{ openAlarms: 0, remoteDisarm: true, panicHold: true, arms: true, disarms: true, testEveryHours: null },
  groups: [{ id: 9, number: 1, name: 'Shop floor', state: 'armed-away', stateAt: at }],
  ...changes,
});
const file: PremisesFile = {
  ...{ structureId: 4, plan: ['Call the shop'], accessNotes: 'South entrance', hazards: '' },
  ...{ dogs: false, weapons: false, gas: false, contacts: [] },
};
const proofNeeded = (by: string) => () => refusal(409, { msg: '', word: 'proof-needed', detail: { by } });

/** The permissions of the pages, as an administrator or another person of a company that watches panels of others. */
function signIn(isAdmin: boolean): void {
  registerApps([defcon]);
  const { panel: ofPanel = {}, group: ofGroup = {}, premisesFile = {} } = defcon.routes;
  const accesses = [ofPanel, ofGroup, premisesFile].flatMap((set) => Object.values(set).map(({ access }) => access));
  const arms = ['arm', 'disarm'].map((ability) => entity.can(ability));
  const { me, ...state } = permitted(
    ...[...accesses, ...arms, ...Object.values(securityRoutes).map(({ access }) => access)],
  );
  const user = { ...me.session.user, isAdmin };
  sessionStore.set({ ...state, me: testMe({ ...me.session, user, actingFor: 7, apps: ['defcon'] }) });
}
beforeEach(() => signIn(true));

const common = {
  'GET /events': new Response(new ReadableStream()),
  'GET /structure': [],
  'GET /user/parameter': () => Response.json({ data: {} }),
  'GET /alarm/unacknowledged/count': { count: 0, messages: 0 },
};

describe.each(languages)('several panels in %s', (language) => {
  const shop = panel(1, 'Gold shop');
  const villa = panel(2, 'Villa 12');
  const depot = panel(3, 'Warehouse 4', { transport: 'sia' });
  const command = (id: number) => `/defcon/panel/${id}/command`;
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });

  async function open(answers: Parameters<typeof testServer>[0]): Promise<readonly Sent[]> {
    const sent = testServer({ ...common, 'GET /defcon/panel': [shop, villa, depot], ...answers });
    await showPages(
      language,
      defcon,
      { 'panels/list': <PanelsPage /> },
      { at: '/ProTect/panels/list', texts: ['defcon', 'accounts', 'devices', 'places'] },
    );
    for (const { name } of [shop, villa, depot]) await row(name).getByRole('checkbox').click();
    return sent;
  }
  const choose = (action: string) => page.getByRole('button', { name: t(`actions.${action}`), exact: true });
  const confirm = (action: string) =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: t(`actions.${action}`) })
      .click();

  test('are armed one after the other, with the result of each in the list', async () => {
    const zones = [{ number: 3, name: 'Back door', bypassable: true }];
    const sent = await open({
      [`POST ${command(1)}`]: () => Response.json({ data: [] }),
      [`POST ${command(2)}`]: () => refusal(409, { msg: '', word: 'not-ready', detail: { zones } }),
      [`POST ${command(3)}`]: () => refusal(409, { msg: 'No keypad', word: 'panel-cannot' }),
    });
    await choose('arm').click();
    await expect.element(page.getByRole('dialog').getByText(shop.name)).toBeVisible();
    await expectAccessible();
    await confirm('arm');
    await expect.element(row(shop.name).getByText(t('bulk.sent'))).toBeVisible();
    const open3 = t('bulk.refused', { reason: t('bulk.open', { zones: 'Back door' }) });
    await expect.element(row(villa.name).getByText(open3)).toBeVisible();
    const cannot = t('bulk.refused', { reason: 'No keypad' });
    await expect.element(row(depot.name)).toHaveTextContent(cannot);
    for (const { id } of [shop, villa, depot])
      expect(bodiesOf(sent, 'POST', command(id))).toEqual([{ method: 'arm', params: { mode: 'away' } }]);
    await expectAccessible();
  });

  test('are disarmed after one proof of who the person is, by keyboard and on a phone', async () => {
    let proved = false;
    const answer = () => (proved ? Response.json({ data: [] }) : proofNeeded('password')());
    const sent = await open({
      ...Object.fromEntries([1, 2, 3].map((id) => [`POST ${command(id)}`, answer])),
      'POST /user/proof': () => {
        proved = true;
        return Response.json({ data: null });
      },
    });
    await page.viewport(390, 800);
    await choose('disarm').click();
    // The question has the focus.
    await expect.element(page.getByRole('dialog').getByText(shop.name)).toBeVisible();
    await userEvent.keyboard('{Enter}');
    const password = page.getByLabelText(ours('fields.currentPassword'));
    await expect.element(password).toHaveFocus();
    await expectAccessible();
    await userEvent.keyboard('Rasid@2026{Enter}');
    await expect.poll(() => bodiesOf(sent, 'POST', command(3))).toHaveLength(1);
    expect(bodiesOf(sent, 'POST', '/user/proof')).toEqual([{ currentPassword: 'Rasid@2026' }]);
    await expect.element(page.getByText(t('bulk.sent')).first()).toBeVisible();
  });

  test('are left as they are if the person does not prove it', async () => {
    const sent = await open(
      Object.fromEntries([1, 2, 3].map((id) => [`POST ${command(id)}`, proofNeeded('password')])),
    );
    await choose('disarm').click();
    await confirm('disarm');
    await expect.element(page.getByLabelText(ours('fields.currentPassword'))).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect([1, 2, 3].map((id) => bodiesOf(sent, 'POST', command(id)).length)).toEqual([1, 0, 0]);
  });

  test('are at most twenty', async () => {
    const many = Array.from({ length: 21 }, (_, n) => panel(n + 1, `Panel ${n + 1}`));
    testServer({ ...common, 'GET /defcon/panel': many });
    await showPages(
      language,
      defcon,
      { 'panels/list': <PanelsPage /> },
      { at: '/ProTect/panels/list', texts: ['defcon', 'accounts', 'devices', 'places'] },
    );
    await expect.element(row('Panel 21')).toBeVisible();
    await page.getByRole('checkbox').first().click();
    await choose('disarm').click();
    await expect.element(page.getByText(t('bulk.tooMany', { count: 20 }))).toBeVisible();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });
});

describe.each(languages)('a panel of another company in %s', (language) => {
  async function open(language_: Language, answers: Parameters<typeof testServer>[0] = {}, tab = 'overview') {
    const sent = testServer({
      ...common,
      'GET /defcon/panel/1': panel(1, 'Gold shop'),
      'GET /defcon/panel/1/group': () => Response.json({ data: [group] }),
      'GET /defcon/panel/1/path': () => Response.json({ data: [] }),
      'GET /defcon/premises/4/file': file,
      ...answers,
    });
    await showPages(
      language_,
      defcon,
      { 'panels/details/{id}': <WatchedPanel id={1} /> },
      { at: `/ProTect/panels/details/1?tab=${tab}`, texts: ['defcon', 'accounts', 'schedules'] },
    );
    return sent;
  }

  test('is disarmed after a question that names it, and a code if the last one is old', async () => {
    let proved = false;
    const path = '/defcon/panel/1/group/9/command';
    const sent = await open(language, {
      [`POST ${path}`]: () => (proved ? Response.json({ data: { id: 5 } }, { status: 201 }) : proofNeeded('code')()),
      'POST /user/proof': ({ body }) => {
        proved = JSON.stringify(body) === '{"code":"123456"}';
        return proved ? Response.json({ data: null }) : refusal(422, { msg: '', word: 'wrong-code' });
      },
    });
    await page.getByRole('button', { name: t('disarmGroup', { name: 'Shop floor' }) }).click();
    await expect.element(page.getByRole('dialog').getByText('Gold shop')).toBeVisible();
    expect(bodiesOf(sent, 'POST', path)).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByLabelText(ours('tfa.offCode'))).toHaveFocus();
    await userEvent.keyboard('000000{Enter}');
    await expect.element(page.getByText(text('kit', 'errors.wrong-code'))).toBeVisible();
    await userEvent.keyboard('{Backspace}'.repeat(6));
    await userEvent.keyboard('123456{Enter}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    expect(bodiesOf(sent, 'POST', path)).toEqual([
      { method: 'disarm', params: {} },
      { method: 'disarm', params: {} },
    ]);
  });

  test('has a call list and a plan that administrators change, without what its company keeps to itself', async () => {
    const sent = await open(language, { 'PUT /defcon/premises/4/file': file }, 'callList');
    const edit = () => page.getByRole('button', { name: t('premisesFile.editPlan') });
    await edit().click();
    await page.getByLabelText(t('fields.accessNotes')).fill('Key 4');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('kit', 'actions.save') })
      .click();
    await expect
      .poll(() => bodiesOf(sent, 'PUT', '/defcon/premises/4/file'))
      .toEqual([expect.objectContaining({ accessNotes: 'Key 4' })]);
    await expect.element(page.getByRole('heading', { name: t('premisesFile.photos') })).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: text('kit', 'actions.history') })).not.toBeInTheDocument();
    await expectAccessible();
    signIn(false);
    await open(language, {}, 'callList');
    await expect.element(page.getByText('Call the shop')).toBeVisible();
    await expect.element(edit()).not.toBeInTheDocument();
    await expect.element(page.getByRole('button', { name: t('premisesFile.addContact') })).not.toBeInTheDocument();
  });
});
