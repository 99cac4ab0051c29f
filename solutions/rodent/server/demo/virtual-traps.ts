import { randomUUID } from 'node:crypto';
import type { VirtualDemo } from '#core/device-app/server/api.ts';
import { minuteMs } from '#platform/common/time/wall-clock.ts';
import { rodent } from '../../app.ts';
import { serials } from './demo-traps.ts';

type Acts = NonNullable<VirtualDemo['acts']>;
type Act = NonNullable<ReturnType<Acts>>;

/** The three traps with MQTT at which something happens, by their serial numbers; the others only give a sign of life. */
const alive = ['00000006', '00000012', '00000031'].map((number) => serials.mqtt + number);
/** These go off at the start, and wait for somebody. */
const sprung = ['0000000B', '00000029', '0000003C'].map((number) => serials.mqtt + number);
const pauseMs = 10 * minuteMs;

/** What happens at a trap that lives, one after the other. */
export const trapScenes = ['hit', 'lost', 'self-rearm', 'vibration', 'doubled', 'service'] as const;
export type TrapScene = (typeof trapScenes)[number];

const hit = (counter: number, body: boolean, more: { id?: string; ts?: number } = {}) => ({
  kind: 'hit',
  data: { type: 'activation', body, counter },
  ...more,
});

/** What a trap with MQTT reports of a scene. */
function scene(name: TrapScene, counter: number, now: number): Act {
  const next = counter + 1;
  const went = { hits: next, trapState: 'sprung' };
  if (name === 'hit') return { values: { ...went, bodyFound: true }, events: [hit(next, true)] };
  // Two hits were never heard.
  if (name === 'lost') return { values: { ...went, hits: counter + 3 }, events: [hit(counter + 3, true)] };
  if (name === 'self-rearm')
    return {
      values: { hits: next },
      events: [hit(next, false, { ts: now - minuteMs }), { kind: 'rearm', data: { counter: next } }],
    };
  if (name === 'doubled') {
    const id = randomUUID();
    return { values: went, events: [hit(next, true, { id, ts: now }), hit(next, true, { id, ts: now })] };
  }
  if (name === 'vibration') return { values: went, events: [hit(next, false)] };
  return { events: [{ kind: 'service', data: { counter } }] };
}

/** Somebody has set a trap again since the last scene. */
const setAgain = { values: { trapState: 'armed', bodyFound: false }, events: [{ kind: 'rearm', data: {} }] };

const acts: Acts = (_hardwareId, now, { kept, serial }, values) => {
  const lives = alive.indexOf(serial);
  const played = (kept.get('played') as number | undefined) ?? 0;
  if (lives < 0 && (!sprung.includes(serial) || played > 0)) return undefined;
  if (now < ((kept.get('next') as number | undefined) ?? 0)) return undefined;
  kept.set('next', now + pauseMs);
  if (lives >= 0 && values.get('trapState') === 'sprung') return setAgain;
  kept.set('played', played + 1);
  const name = lives < 0 ? 'hit' : trapScenes[(played + lives * 2) % trapScenes.length];
  return scene(name as TrapScene, Number(values.get('hits') ?? 0), now);
};

/** The virtual traps with MQTT: they wake every ten minutes, which is more often than real ones do. */
export const virtualTraps: VirtualDemo = {
  app: rodent,
  serials: serials.mqtt,
  behaviors: {
    hits: { growth: 0 },
    trapState: { state: 'armed' },
    bodyFound: { state: false },
    displaced: { state: false },
    coverOpen: { state: false },
    temperature: { typical: 27, swing: 4, noise: 0.4 },
    battery: { typical: 82, noise: 0.2 },
    rssi: { typical: -91, swing: 2, noise: 3, lowest: -130 },
  },
  sleeps: { 2801: { everySeconds: 600, awakeSeconds: 20 } },
  acts,
  answerCommand: (method) => (method === 'identify' ? { reply: {} } : undefined),
};
