import type { VirtualDemo } from '#core/device-app/server/api.ts';
import { hourMs } from '#platform/common/time/wall-clock.ts';
import { defcon } from '../../app.ts';
import { demoSerials, zonesOfDemo } from './demo-panels.ts';
import { type Playing, play, scenes } from './virtual-scenes.ts';

type Acts = NonNullable<VirtualDemo['acts']>;
type State = 'disarmed' | 'armed-away' | 'armed-stay' | 'armed-night';
type Kept = Parameters<Acts>[2]['kept'];

const stored: ReadonlySet<string> = new Set(['disarmed', 'armed-away', 'armed-stay', 'armed-night']);
const states = { away: 'armed-away', stay: 'armed-stay', night: 'armed-night' } as const;

const groupsOf = (kept: Kept): Record<number, State> =>
  (kept.get('groups') as Record<number, State> | undefined) ?? { 1: 'disarmed' };
const isStored = (state: string | undefined): state is State => state !== undefined && stored.has(state);
const isMode = (mode: unknown): mode is keyof typeof states => typeof mode === 'string' && mode in states;

/** The whole state, which a panel reports after it has connected and every hour. */
function wholeState(serial: string, kept: Kept) {
  const zones = zonesOfDemo[Number.parseInt(serial.slice(-8), 16) - 1] ?? [];
  const groups = Object.entries(groupsOf(kept)).map(([no, state]) => ({ no: Number(no), state }));
  return {
    kind: 'panel-state',
    data: {
      groups,
      zones: zones.map(({ number }) => ({ no: number, open: false, battery: 60 + ((number * 7) % 40) })),
      mains: true,
      path: 'ethernet',
    },
  };
}

const actsOf =
  (slower: number): Acts =>
  (_hardwareId, now, { kept, serial }) => {
    const scene = scenes[Number.parseInt(serial.slice(-8), 16) - 1];
    const { playing, due } = scene
      ? play(scene, kept.get('scene') as Playing | undefined, now, slower)
      : { playing: undefined, due: [] };
    kept.set('scene', playing);
    const state = due.findLast((step) => step.state !== undefined)?.state;
    if (isStored(state)) kept.set('groups', { ...groupsOf(kept), 1: state });
    const isDue = now >= ((kept.get('next') as number | undefined) ?? 0);
    if (isDue) kept.set('next', now + hourMs);
    if (!isDue && due.length === 0) return undefined;
    return {
      ...(isStored(state) ? { values: { armState: state } } : {}),
      events: [
        ...(isDue ? [wholeState(serial, kept)] : []),
        ...due.flatMap(({ signal, zones }) => [
          ...(signal ? [{ kind: 'intrusion', data: signal }] : []),
          ...(zones ? [{ kind: 'panel-state', data: { zones } }] : []),
        ]),
      ],
    };
  };

const received = [
  { ssid: 'Shop', rssi: -48, security: 'WPA3' },
  { ssid: 'Warehouse guests', rssi: -71, security: 'WPA2' },
];

/**
 * The panels of the demo: they do what they are ordered to, report it as real ones do, and something happens at each from time
 * to time. `slower`: a factor of the pauses between.
 */
export const virtualPanels = (slower: number): VirtualDemo => ({
  app: defcon,
  serials: demoSerials,
  behaviors: {
    armState: { state: 'disarmed' },
    openZones: { state: 0 },
    externalPower: { state: true },
    battery: { typical: 96, noise: 0.3 },
    rssi: { typical: -71, swing: 3, noise: 3, lowest: -120 },
  },
  acts: actsOf(slower),
  answerCommand(method, params, _values, memory) {
    if (!memory) return undefined;
    const { kept, serial } = memory;
    const group = Number(params.group);
    const { mode } = params;
    if (method === 'arm' && isMode(mode)) {
      kept.set('groups', { ...groupsOf(kept), [group]: states[mode] });
      return {
        reply: {},
        values: { armState: states[mode] },
        events: [{ kind: 'panel-state', data: { groups: [{ no: group, state: states[mode] }] } }],
      };
    }
    if (method === 'disarm') {
      kept.set('groups', { ...groupsOf(kept), [group]: 'disarmed' });
      return {
        reply: {},
        values: { armState: 'disarmed' },
        events: [{ kind: 'intrusion', data: { code: 'OQ', group } }],
      };
    }
    if (method === 'bypass' || method === 'unbypass') {
      const zones = [{ no: Number(params.zone), bypassed: method === 'bypass' }];
      return { reply: {}, events: [{ kind: 'panel-state', data: { zones } }] };
    }
    if (method === 'wifi-scan') return { reply: { networks: received } };
    if (method === 'wifi-join') return { reply: {} };
    if (method === 'network-switch')
      return { reply: {}, events: [{ kind: 'panel-state', data: { path: String(params.path) } }] };
    if (method === 'sync') return { reply: {}, events: [wholeState(serial, kept)] };
    return method === 'siren-off' || method === 'reboot' ? { reply: {} } : undefined;
  },
});
