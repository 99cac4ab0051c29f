import { createHmac } from 'node:crypto';
import type { LockEvent } from '#core/access/common/access-log.ts';
import type { DeviceDemo } from '#core/device-app/server/api.ts';
import { minuteMs } from '#platform/common/time/wall-clock.ts';
import { keypads, locks } from '../../common/devices.ts';

type Answer = NonNullable<ReturnType<NonNullable<DeviceDemo['answerCommand']>>>;
type Memory = Parameters<NonNullable<DeviceDemo['acts']>>[2];
type Codes = Record<string, string | true>;

const relockMs = 5000;
/** Three of 43 attempts. */
const wrongShare = 0.07;
/** A code that somebody has entered at the lock itself. */
const strangeSlot = 40;
/** How far ahead the clock of a fast one is, and for how long one is jammed. */
const fastSeconds = 7 * 60;
const jamMs = 2 * minuteMs;

/** An event with the time by the clock of the lock. */
const event = ({ kept, index }: Memory, data: LockEvent) => {
  const ahead = (kept.get('ahead') as number | undefined) ?? (index % 3 === 1 ? fastSeconds : 0);
  return { kind: 'access', data: { ...data, clock: Math.round(Date.now() / 1000) + ahead } };
};

function codesOf({ kept, key, index }: Memory): Codes {
  const known = kept.get('codes') as Codes | undefined;
  if (known) return known;
  const codes: Codes = { 1: true };
  if (index % 3 === 0) codes[strangeSlot] = fingerprint(key, '738246');
  kept.set('codes', codes);
  return codes;
}

/** The cards that it keeps: those that the platform has written. */
function cardsOf({ kept }: Memory): Codes {
  const known = kept.get('cards') as Codes | undefined;
  if (known) return known;
  const cards: Codes = {};
  kept.set('cards', cards);
  return cards;
}

const fingerprint = (key: Buffer, code: string) => createHmac('sha256', key).update(code).digest('hex').slice(0, 16);

/** What a virtual lock answers to the commands of locks; undefined for others. */
export function answerLock(
  method: string,
  params: Readonly<Record<string, unknown>>,
  memory: Memory,
): Answer | undefined {
  const [codes, cards] = [codesOf(memory), cardsOf(memory)];
  if (method === 'unlock')
    return {
      reply: {},
      values: { lockState: 'unlocked' },
      later: { ms: Number(params.seconds ?? relockMs / 1000) * 1000, values: { lockState: 'locked' } },
    };
  if (method === 'lock') return { reply: {}, values: { lockState: 'locked' } };
  if (method === 'setBlocked') return { reply: {}, attributes: { blocked: params.on === true } };
  if (method === 'setPassword') return { reply: {}, attributes: { passwordSetAt: new Date().toISOString() } };
  if (method === 'setCards') return { reply: {}, attributes: { cardsSetAt: new Date().toISOString() } };
  if (method === 'setClock') {
    memory.kept.set('ahead', 0);
    return { reply: {}, values: { clockOffset: 0 } };
  }
  if (method === 'setCode') codes[String(params.slot)] = fingerprint(memory.key, String(params.code));
  else if (method === 'deleteCode') delete codes[String(params.slot)];
  else if (method === 'setCard') cards[String(params.slot)] = fingerprint(memory.key, String(params.card));
  else if (method === 'deleteCard') delete cards[String(params.slot)];
  else if (method !== 'listCodes') return undefined;
  return { reply: {}, attributes: { codes, cards } };
}

/** What happens by itself to a lock that was opened or is jammed. */
function comesToRest(now: number, memory: Memory): Omit<Answer, 'reply'> | undefined {
  const { kept } = memory;
  const rest = kept.get('rest') as { at: number; action: 'auto-lock' | 'lock' } | undefined;
  if (!rest || now < rest.at) return undefined;
  kept.delete('rest');
  return { values: { lockState: 'locked' }, events: [event(memory, { action: rest.action })] };
}

/** People use the locks: codes and cards open them, which then lock by themselves; now and then somebody tries a wrong code. */
export function actAsLock(hardwareId: number, now: number, memory: Memory): Omit<Answer, 'reply'> | undefined {
  if (!locks[hardwareId]) return undefined;
  const { kept, index } = memory;
  const next = kept.get('next') as number | undefined;
  const keypad = keypads.includes(hardwareId);
  if (next === undefined) {
    kept.set('next', now + (20 + (index % 7) * 9) * 1000);
    return keypad ? { attributes: { codes: codesOf(memory), cards: cardsOf(memory) } } : undefined;
  }
  if (kept.has('rest')) return comesToRest(now, memory);
  if (now < next) return undefined;
  kept.set('next', now + (4 + (index % 5) * 3) * minuteMs * (0.5 + Math.random()));
  if (!keypad) return undefined;
  if (index % 3 === 2 && !kept.has('jammed')) {
    kept.set('jammed', true);
    kept.set('rest', { at: now + jamMs, action: 'lock' });
    return { values: { lockState: 'jammed' }, events: [event(memory, { action: 'jammed' })] };
  }
  const openers = [
    ...Object.keys(codesOf(memory)).flatMap((slot) => (slot === '1' ? [] : [{ method: 'pin', slot } as const])),
    ...Object.keys(cardsOf(memory)).map((slot) => ({ method: 'card', slot }) as const),
  ];
  const opener = openers[Math.floor(Math.random() * openers.length)];
  if (Math.random() < wrongShare || opener === undefined)
    return { events: [event(memory, { action: 'denied', method: 'pin', result: 'denied', reason: 'unknown-code' })] };
  kept.set('rest', { at: now + relockMs, action: 'auto-lock' });
  return {
    values: { lockState: 'unlocked' },
    events: [event(memory, { action: 'unlock', method: opener.method, slot: Number(opener.slot), result: 'granted' })],
  };
}
