import { page } from 'vitest/browser';
import type { Access } from '#platform/common/access.ts';
import { errorNamespaces, tokens } from '#platform/web/client/connection.ts';
import { type Language, text } from '#platform/web/i18n/i18n.ts';
import { waiting } from '#platform/web/offline/send-or-keep.ts';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { permitted } from '#platform/web/session/test-session.ts';
import { showPages } from '#platform/web/test-render.tsx';
import { type Sent, testServer } from '#platform/web/test-server.ts';
import { sparking } from '../../app.ts';
import { type BayToPair, pairingRoutes } from '../../common/pairing.ts';
import { DevicesMapPage } from '../DevicesMapPage.tsx';

export const t = (key: string, values?: Record<string, unknown>) => text('sparking', key, values);
export const [first, second, third] = ['A84041FFFF18C201', 'A84041FFFF18C202', 'A84041FFFF18C203'];
const heardAt = '2026-11-29T08:00:00.000Z';
const sensorOf = (serial: string) => ({ id: Number(serial.slice(-3)), name: `S-${serial.slice(-2)}`, serial, heardAt });
export const bay = (id: number, number: string, serial: string | null = null): BayToPair => ({
  ...{ id, number, code: `P-${number}`, floor: { id: 2, name: 'Level 1' }, sensor: serial ? sensorOf(serial) : null },
  watchedBy: null,
});
export const field = (key: string) => page.getByRole('textbox', { name: t(key), exact: true });
export const bayField = () => page.getByRole('combobox', { name: t('pair.bay'), exact: true });
export const button = (name: string) => page.getByRole('button', { name, exact: true });
export const dialog = () => page.getByRole('dialog');
export const row = (number: string) => page.getByRole('listitem').filter({ hasText: number });
export const report = (key: string) => page.getByRole('status').filter({ hasText: t(key) });

const unread = { value: null, time: null };
/** The device of a sensor as it is shown, with what is needed here. */
const deviceOf = (serial: string, changes: object = {}) => ({
  ...{ id: sensorOf(serial).id, name: 'S', serial, lastSeenAt: heardAt, suspended: false, token: 'active' },
  ...{ connectivity: 'interval', connection: 'online', battery: null, state: 'installed' },
  values: [{ sensor: 'occupied', sensorId: 1, unit: '', kind: 'boolean', decimals: 0, counter: false, ...unread }],
  ...changes,
});

let send: (event: object) => void = () => undefined;
/** Sends a live event to the page. */
export const publish = (event: object): void => send(event);
/** A stream of events, which the server holds open. */
function events(): Response {
  const encoder = new TextEncoder();
  return new Response(
    new ReadableStream({
      start(controller) {
        send = (event) => controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`));
        send({ type: 'opened', topic: '', data: { missed: [] } });
      },
    }),
  );
}

/** `answer` replies to pairings, which succeed by default. `at`: the value of `pair` in the address. */
type Options = { answer?: (sent: Sent) => Response | undefined; swap?: object; device?: object; at?: string };

/** Shows the pairing of a car park with these bays; returns what is sent to its server. */
export async function open(
  language: Language,
  bays: BayToPair[],
  { answer, swap, device = {}, at = '9' }: Options = {},
) {
  let now = bays;
  const pairTo = (id: number) => (sent: Sent) => {
    const refused = answer?.(sent);
    if (refused) return refused;
    const { serial } = sent.body as { serial: string };
    now = now.map((one) => (one.id === id ? { ...one, sensor: sensorOf(serial) } : one));
    return sensorOf(serial);
  };
  const sent = testServer({
    'GET /events': events,
    'GET /sparking/api/location': [{ id: 9, name: 'Marina Mall', total: bays.length }],
    'GET /sparking/api/device/map': { devices: [] },
    'GET /sparking/api/location/9': { id: 9, name: 'Marina Mall' },
    'GET /sparking/api/location/9/pairing': () => Response.json({ data: now }),
    'PATCH /sparking/api/device/bulk': () => Response.json({ data: [swap ?? { id: 201, ok: true }] }),
    ...Object.fromEntries(bays.map(({ id }) => [`PUT /sparking/api/slot/${id}/sensor`, pairTo(id)])),
    ...Object.fromEntries(
      [first, second, third].map((serial) => [
        `GET /sparking/api/device/${sensorOf(serial).id}`,
        deviceOf(serial, device),
      ]),
    ),
  });
  await showPages(
    language,
    sparking,
    { 'devices/map': <DevicesMapPage /> },
    { at: `/smart-parking/devices/map?pair=${at}`, texts: ['sparking', 'devices'] },
  );
  await page.viewport(390, 800);
  return sent;
}
export const noNetwork = () => {
  throw new TypeError('no network');
};
export async function enter(serial: string): Promise<void> {
  await field('pair.serial').fill(serial);
}
export async function choose(number: string): Promise<void> {
  await bayField().fill(number);
  await page.getByRole('option', { name: number }).click();
}
export const pair = (number: string) => button(t('pair.with', { number })).click();
export const pairings = (sent: readonly Sent[]) => sent.filter(({ method }) => method === 'PUT');

/** Signs in an installer, whose calls may be kept; returns the function that ends it. */
export function signIn(...accesses: readonly Access[]): () => Promise<void> {
  const state = permitted(...accesses);
  sessionStore.set(state);
  const claims = { sub: String(state.me.user.id), exp: 4_000_000_000, iat: Math.floor(Date.now() / 1000) };
  tokens.keep({ accessToken: `h.${btoa(JSON.stringify(claims))}.s`, refreshToken: 'r' }, 'primary');
  errorNamespaces.of = () => ['sparking'];
  return async () => {
    for (const { key } of waiting.calls.get()) await waiting.discard(key);
    tokens.reset();
    errorNamespaces.of = () => [];
  };
}
export const mayPair = pairingRoutes.pair.access;
