import { expect, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { AlarmDetail } from '#core/alarms/common/alarm.ts';
import { type Language, text } from '#platform/web/i18n/i18n.ts';
import { registerApps } from '#platform/web/session/session.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted, testMe } from '#platform/web/session/test-session.ts';
import { listenForShortcuts } from '#platform/web/shell/keyboard/shortcuts.ts';
import { registerParts } from '#platform/web/shell/layout/shell-parts.ts';
import { showPages } from '#platform/web/test-render.tsx';
import { bodiesOf, type Sent, testServer } from '#platform/web/test-server.ts';
import { defcon } from '../../app.ts';
import type { IncidentFile, QueueState } from '../../common/incidents/incident-file.ts';
import { defconWeb } from '../index.tsx';
import { alarm, file, marina, queueOf, waiting } from './incident.fixture.ts';
import { WorkbenchPage } from './WorkbenchPage.tsx';

export const t = (key: string, values?: Record<string, unknown>) => text('defcon', key, values);
export const address = '/defcon/alarm/intrusion/3';
/** Signs an operator in and listens to the keys. Returns a function that stops listening. */
export function prepare(): () => void {
  registerApps([defcon]);
  registerParts([defconWeb]);
  const { intrusionAlarm = {}, incident = {}, locality = {}, panel = {} } = defcon.routes;
  const accesses = [intrusionAlarm, incident, locality, panel].flatMap((set) =>
    Object.values(set).map(({ access }) => access),
  );
  const { me, ...state } = permitted(...accesses);
  sessionStore.set({ ...state, me: testMe({ ...me.session, actingFor: 7, apps: ['defcon'] }) });
  return listenForShortcuts();
}

/** Rings are attempts to ring in one tab only. */
export function ringsHeard(): () => number {
  vi.spyOn(navigator.userActivation, 'hasBeenActive', 'get').mockReturnValue(true);
  const request = vi.spyOn(navigator.locks, 'request').mockResolvedValue(undefined);
  return () => request.mock.calls.filter(([name]) => name === 'alarm-sound').length;
}

type Shown = {
  alarm?: Partial<AlarmDetail>;
  file?: Partial<IncidentFile>;
  queue?: () => QueueState;
  at?: string;
  /** When the incident is read. */
  read?: Promise<void>;
};

export async function open(language: Language, shown: Shown = {}): Promise<readonly Sent[]> {
  const detail = { ...alarm, ...shown.alarm };
  const sent = testServer({
    'GET /events': new Response(new ReadableStream()),
    'GET /defcon/alarm/intrusion': [detail],
    'GET /defcon/alarm/intrusion/queue': shown.queue ?? (() => queueOf(waiting(1, 3))),
    [`GET ${address}/incident`]: () => Response.json({ data: { ...file, ...shown.file } }),
    [`GET ${address}/plan`]: () => Response.json({ data: [] }),
    'GET /alarm/3': async () => {
      await shown.read;
      return detail;
    },
    'GET /alarm/3/notification': [],
    'GET /structure': [],
    'GET /user/parameter': () => Response.json({ data: {} }),
    'GET /alarm/history': [],
    'GET /defcon/alarm/intrusion/responders': [],
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
export const comments = (sent: readonly Sent[]) => expect.poll(() => bodiesOf(sent, 'POST', `${address}/comment`));
export const callList = () => page.getByRole('heading', { name: t('premisesFile.callList') });
