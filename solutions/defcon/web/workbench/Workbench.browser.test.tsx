import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AlarmDetail } from '#core/alarms/common/alarm.ts';
import { queryClient } from '#platform/web/client/query-client.ts';
import { formatDate } from '#platform/web/i18n/formats.ts';
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
import { alarm, at, file, heldByMaha, marina, mine, queueOf, waiting } from './incident.fixture.ts';
import { WorkbenchPage } from './WorkbenchPage.tsx';

const t = (key: string, values?: Record<string, unknown>) => text('defcon', key, values);
const address = '/defcon/alarm/intrusion/3';
let stop = (): void => undefined;
beforeEach(() => {
  registerApps([defcon]);
  registerParts([defconWeb]);
  const { intrusionAlarm = {}, incident = {}, locality = {}, panel = {} } = defcon.routes;
  const accesses = [intrusionAlarm, incident, locality, panel].flatMap((set) =>
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
    [`GET ${address}/incident`]: () => Response.json({ data: { ...file, ...shown.file } }),
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
    [`POST ${address}/take-over`]: detail,
    [`POST ${address}/terminate`]: detail,
    [`POST ${address}/reject`]: detail,
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

  test('asks what happened if an incident was genuine', async () => {
    const sent = await open(language);
    await expect.element(callList()).toBeVisible();
    await userEvent.keyboard('t');
    const form = page.getByRole('form', { name: text('alarms', 'actions.terminate') });
    await form.getByRole('combobox').click();
    await page.getByRole('option', { name: t('values.outcome.genuine') }).click();
    await form.getByRole('button').first().click();
    await expect.element(page.getByText(text('alarms', 'commentNeeded'))).toBeVisible();
    expect(bodiesOf(sent, 'POST', `${address}/terminate`)).toEqual([]);
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

  test('keeps what was typed when Escape leaves the field, and then takes the keys again', async () => {
    await open(language);
    await expect.element(callList()).toBeVisible();
    await userEvent.keyboard('c');
    const comment = page.getByRole('textbox', { name: text('alarms', 'comment') });
    await comment.fill('Neighbour has the key');
    await userEvent.keyboard('{Escape}');
    await expect.element(comment).not.toHaveFocus();
    await userEvent.keyboard('m');
    await expect.element(page.getByRole('combobox', { name: text('alarms', 'mark') })).toHaveFocus();
    await expect.element(comment).toHaveValue('Neighbour has the key');
    await userEvent.keyboard('{Escape}{Escape}');
    await expect.element(comment).not.toBeInTheDocument();
  });

  test('names an incident on a phone, and leads to the panels that are silent', async () => {
    await open(language, { at: '' });
    await page.viewport(390, 844);
    const card = page.getByRole('listitem').filter({ hasText: 'Gold shop' });
    const link = card.getByRole('link', { name: t('alarms.hold-up') });
    await expect.element(link).toHaveAttribute('href', expect.stringContaining('alarm=3'));
    const silent = page.getByRole('link', { name: t('workbench.supervised', { supervised: 2, panels: 3 }) });
    await expect.element(silent).toHaveAttribute('href', '/ProTect/panels/list?troubled=true');
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

  test('lets another operator take an incident over only when its holder has left it alone', async () => {
    const shown = { heldUntil: new Date(Date.now() + 120_000).toISOString() };
    const sent = await open(language, { alarm: heldByMaha, file: shown });
    const held = t('workbench.held', { name: 'Maha', at: formatDate(shown.heldUntil, 'time') });
    await expect.element(page.getByText(held)).toBeVisible();
    const takeOver = page.getByRole('button', { name: t('workbench.takeOver') });
    await expect.element(takeOver).not.toBeInTheDocument();
    shown.heldUntil = at;
    await queryClient.invalidateQueries({ queryKey: api.incident.file.keyPrefix });
    await takeOver.click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('workbench.takeOver') })
      .click();
    await expect.poll(() => bodiesOf(sent, 'POST', `${address}/take-over`)).toEqual([{}]);
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
