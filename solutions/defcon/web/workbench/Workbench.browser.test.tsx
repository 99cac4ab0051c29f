import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AlarmDetail } from '#core/alarms/common/alarm.ts';
import { queryClient } from '#platform/web/client/query-client.ts';
import { type Language, languages, text } from '#platform/web/i18n/i18n.ts';
import { registerApps } from '#platform/web/session/session.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted, testMe } from '#platform/web/session/test-session.ts';
import { listenForShortcuts, shortcutStore } from '#platform/web/shell/keyboard/shortcuts.ts';
import { registerParts } from '#platform/web/shell/layout/shell-parts.ts';
import { expectAccessible } from '#platform/web/test-axe.ts';
import { showPages } from '#platform/web/test-render.tsx';
import { bodiesOf, type Sent, testServer } from '#platform/web/test-server.ts';
import { defcon } from '../../app.ts';
import type { IncidentFile, QueueState } from '../../common/incidents/incident-file.ts';
import { api } from '../api.ts';
import { defconWeb } from '../index.tsx';
import { WorkbenchPage } from './WorkbenchPage.tsx';

const t = (key: string, values?: Record<string, unknown>) => text('defcon', key, values);
const address = '/defcon/alarm/intrusion/3';
const at = '2026-03-01T08:00:00.000Z';
const mine = { role: 'monitor', mine: true, acknowledgedAt: null, acknowledgedBy: null };

const alarm: AlarmDetail = {
  ...{ id: 3, companyId: 7, app: 'defcon', class: 'intrusion', kind: 'hold-up', severity: 'problem', rank: 1 },
  ...{ condition: 'active', acknowledged: false, acknowledgedBy: null, disposition: 'open', escalatedTo: null },
  ...{ count: 1, firstAt: at, lastAt: at, clearedAt: null, closedAt: null, closedBySystem: false },
  ...{ subject: { type: 'panel-group', id: 9, name: 'Gold shop' }, device: null, structure: null, sensor: null },
  ...{ value: null, limit: null, rule: null, outcome: null, names: null, desk: mine, events: [], message: null },
  ...{ guidance: null, trigger: null, floor: null, parties: [] },
  party: { role: 'monitor', siteId: null, structure: 'Qasr Mall', devices: ['Gold shop'], untilAt: null },
  actions: ['acknowledge', 'comment', 'terminate', 'reject', 'escalate-user', 'escalate-police'],
};
const hit: IncidentFile['hits'][number] = {
  ...{ id: 5, at: '2026-03-01T08:00:07.000Z', receivedAt: at, late: false, source: 'mqtt', code: 'HA' },
  ...{ qualifier: 'new', group: null, zone: { number: 5, name: 'Counter' }, user: null, text: null, isHit: true },
  ...{ detector: null, deviceId: null, photos: [], links: ['https://photos.test/1.jpg'] },
};
const contact = (id: number, name: string) => ({
  ...{ id, name, position: id, phone: `+971 50 555 010${id}`, language: 'en' as const, duressContact: false },
  ...{ codeWordAt: at, schedule: null, user: null, reachable: true },
});
const file: IncidentFile = {
  ...{ alarmId: 3, kind: 'hold-up', rank: 1, firstAt: at, panel: null, groupNumber: 1, groups: [], hits: [hit] },
  ...{ confirmed: 'none', cancelled: null, station: null, headquarters: null, acceptsCustomers: false },
  ...{ earlier: [], falseAlarms: 2, site: { id: 4, name: 'Qasr Mall', address: 'Al Wasl Road', location: null } },
  premises: {
    ...{ structureId: 4, plan: ['Call the shop', 'Send a guard'], accessNotes: 'South entrance', hazards: '' },
    ...{ dogs: false, weapons: false, gas: false, contacts: [contact(1, 'Khalid'), contact(2, 'Layla')] },
  },
};
const newest = (id: number, time = at) => ({ id, kind: 'hold-up', name: 'Gold shop', at: time });
const waiting = (rank: number, id: number, time?: string) => ({
  ...{ rank, open: 1, unacknowledged: 1, newest: newest(id, time) },
});
const queueOf = (...ranks: QueueState['ranks']): QueueState => ({
  ...{ ranks, panels: { inService: 3, supervised: 2 }, lastSignalAt: at },
});
const marina = { id: 8, nameEn: 'Marina Station', nameAr: 'مركز المرسى', phone: null };

let stop = (): void => undefined;
beforeEach(() => {
  registerApps([defcon]);
  registerParts([defconWeb]);
  const { intrusionAlarm = {}, incident = {}, locality = {} } = defcon.routes;
  const accesses = [intrusionAlarm, incident, locality].flatMap((set) =>
    Object.values(set).map(({ access }) => access),
  );
  const { me, ...state } = permitted(...accesses);
  sessionStore.set({ ...state, me: testMe({ ...me.session, actingFor: 7, apps: ['defcon'] }) });
  stop = listenForShortcuts();
});
afterEach(() => stop());

/** Rings are attempts to ring in one tab only. */
function ringsHeard(): () => number {
  vi.spyOn(navigator.userActivation, 'hasBeenActive', 'get').mockReturnValue(true);
  const request = vi.spyOn(navigator.locks, 'request').mockResolvedValue(undefined);
  return () => request.mock.calls.filter(([name]) => name === 'alarm-sound').length;
}

type Shown = { alarm?: Partial<AlarmDetail>; file?: Partial<IncidentFile>; queue?: () => QueueState; at?: string };

async function open(language: Language, shown: Shown = {}): Promise<readonly Sent[]> {
  const detail = { ...alarm, ...shown.alarm };
  const sent = testServer({
    'GET /events': new Response(new ReadableStream()),
    'GET /defcon/alarm/intrusion': [detail],
    'GET /defcon/alarm/intrusion/queue': shown.queue ?? (() => queueOf(waiting(1, 3))),
    [`GET ${address}/incident`]: { ...file, ...shown.file },
    [`GET ${address}/plan`]: () => Response.json({ data: [] }),
    'GET /alarm/3': detail,
    'GET /alarm/3/notification': [],
    'GET /structure': [],
    'GET /user/parameter': () => Response.json({ data: {} }),
    'GET /alarm/history': [],
    'GET /alarm/unacknowledged/count': { count: 1, messages: 0 },
    'GET /alarm/unacknowledged': [],
    'GET /country/largest-city': [],
    'GET /defcon/police/locality': [marina],
    [`POST ${address}/comment`]: detail,
    [`POST ${address}/acknowledge`]: detail,
    [`POST ${address}/escalate-police`]: detail,
    [`POST ${address}/code-word`]: { codeWord: 'Blue falcon' },
  });
  await showPages(
    language,
    defcon,
    { 'alarms/intrusion-alarms': <WorkbenchPage /> },
    { at: `/ProTect/alarms/intrusion-alarms${shown.at ?? '?alarm=3'}`, texts: ['defcon', 'alarms'] },
  );
  return sent;
}
const comments = (sent: readonly Sent[]) => expect.poll(() => bodiesOf(sent, 'POST', `${address}/comment`));
const callList = () => page.getByRole('heading', { name: t('premisesFile.callList') });

describe.each(languages)('the workbench in %s', (language) => {
  test('has a key for each action, and lists them', async () => {
    const sent = await open(language);
    await expect.element(callList()).toBeVisible();
    const keys = new Set(shortcutStore.get().map(({ key }) => key));
    for (const key of ['j', 'k', 'a', 'c', 'u', 'r', 't', 'p', 'm', '1', '2']) expect(keys, key).toContain(key);
    await userEvent.keyboard('a');
    await expect.poll(() => bodiesOf(sent, 'POST', `${address}/acknowledge`)).toHaveLength(1);
    await userEvent.keyboard('p');
    const form = page.getByRole('form', { name: t('actions.escalate-police') });
    await expect.element(form).toBeVisible();
    await expectAccessible();
  });

  test('shows hits to the second with their codes, and pictures that a panel names as links', async () => {
    await open(language);
    await expect.element(page.getByText(/:00:07$/)).toBeVisible();
    await expect.element(page.getByText('HA', { exact: true })).toBeVisible();
    const link = page.getByRole('link', { name: t('workbench.pictureLink', { host: 'photos.test' }) });
    await expect.element(link).toHaveAttribute('href', 'https://photos.test/1.jpg');
  });

  test('calls a contact by a digit, and then asks what came of it', async () => {
    const sent = await open(language);
    await expect.element(callList()).toBeVisible();
    const called: string[] = [];
    document.addEventListener(
      'click',
      (event) => {
        if (event.target instanceof Element) called.push(event.target.closest('a')?.getAttribute('href') ?? '');
        event.preventDefault();
      },
      { once: true },
    );
    await userEvent.keyboard('2');
    await page.getByRole('menuitem', { name: t('marks.code-ok') }).click();
    await comments(sent).toEqual([{ comment: 'Layla', mark: 'code-ok' }]);
    expect(called).toEqual(['tel:+971505550102']);
  });

  test('reads a code word only on demand, and ticks the steps of the action plan', async () => {
    const sent = await open(language);
    await expect.element(page.getByText('Blue falcon')).not.toBeInTheDocument();
    await page.getByRole('button', { name: t('workbench.codeWordOf', { name: 'Khalid' }) }).click();
    await expect.element(page.getByText('Blue falcon')).toBeVisible();
    expect(bodiesOf(sent, 'POST', `${address}/code-word`)).toEqual([{ contactId: 1 }]);
    await page.getByRole('checkbox', { name: 'Send a guard' }).click();
    await comments(sent).toEqual([{ comment: 'Send a guard', mark: 'step-done' }]);
    // The next step by its key.
    await userEvent.keyboard('n');
    await comments(sent).toContainEqual({ comment: 'Call the shop', mark: 'step-done' });
  });

  test('sends a mark without a text by its name', async () => {
    const sent = await open(language);
    await expect.element(callList()).toBeVisible();
    await userEvent.keyboard('m');
    await expect.element(page.getByRole('combobox', { name: text('alarms', 'mark') })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await page.getByRole('option', { name: t('marks.guard-sent') }).click();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await comments(sent).toEqual([{ comment: t('marks.guard-sent'), mark: 'guard-sent' }]);
  });

  test('lets the police forward, send a patrol and arrive by one key each', async () => {
    const desk = { ...mine, role: 'hq' };
    const party = alarm.party && { ...alarm.party, role: 'hq' };
    const sent = await open(language, { alarm: { desk, party }, file: { station: marina } });
    const steps = page.getByRole('heading', { name: t('workbench.patrol') });
    await expect.element(steps).toBeVisible();
    await userEvent.keyboard('d');
    await comments(sent).toEqual([{ comment: t('marks.dispatched'), mark: 'dispatched' }]);
    await userEvent.keyboard('s');
    await comments(sent).toHaveLength(2);
    await userEvent.keyboard('p');
    await expect
      .poll(() => bodiesOf(sent, 'POST', `${address}/escalate-police`))
      .toEqual([expect.objectContaining({ stationId: 8 })]);
  });

  test('rings for the most urgent until they are taken, for two minutes not if muted, and announces a new one', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const rings = ringsHeard();
    let queue = queueOf(waiting(1, 3));
    await open(language, { queue: () => queue });
    await expect.poll(rings).toBe(1);
    vi.advanceTimersByTime(66_000);
    expect(rings()).toBe(7);
    await page.getByRole('button', { name: t('workbench.mute') }).click();
    vi.advanceTimersByTime(66_000);
    expect(rings()).toBe(7);
    // A new one ends the silence.
    queue = queueOf(waiting(1, 4, '2026-03-01T08:05:00.000Z'));
    await queryClient.invalidateQueries({ queryKey: api.incident.queue.key() });
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent(t('workbench.newUrgent', { kind: t('alarms.hold-up'), name: 'Gold shop' }));
    await expect.poll(rings).toBe(8);
    queue = queueOf({ ...waiting(1, 4), unacknowledged: 0, newest: null });
    await queryClient.invalidateQueries({ queryKey: api.incident.queue.key() });
    await expect.element(page.getByRole('button', { name: t('workbench.mute') })).not.toBeInTheDocument();
    vi.advanceTimersByTime(66_000);
    expect(rings()).toBe(8);
  });

  test('filters the queue by a press on the count of a priority', async () => {
    const sent = await open(language, { at: '' });
    const count = page.getByRole('button', { name: t('workbench.open', { count: 1 }) });
    await count.click();
    await expect.element(count).toHaveAttribute('aria-pressed', 'true');
    await expect
      .poll(() => sent.findLast(({ path }) => path === '/defcon/alarm/intrusion')?.query.get('rank'))
      .toBe('1');
  });
});
