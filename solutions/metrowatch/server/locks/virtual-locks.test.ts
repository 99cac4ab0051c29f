import { expect, test } from 'vitest';
import type { LockEvent } from '#core/access/common/access-log.ts';
import { minuteMs } from '#platform/common/time/wall-clock.ts';
import { actAsLock, answerLock } from './virtual-locks.ts';

const doorGuard = 1101;

/** What a virtual lock reports within a number of minutes, second by second. */
function simulate(index: number, minutes: number) {
  const memory = { key: Buffer.alloc(32), serial: 'A0001', index, kept: new Map<string, unknown>() };
  const reported: { at: number; state: unknown; event: LockEvent }[] = [];
  for (let at = 0; at < minutes * minuteMs; at += 1000) {
    const done = actAsLock(doorGuard, at, memory);
    for (const { data } of done?.events ?? [])
      reported.push({ at, state: done?.values?.lockState, event: data as LockEvent });
  }
  return { memory, reported };
}

test('a virtual lock that opened locks itself five seconds later, and reports both', () => {
  const { reported } = simulate(0, 600);
  const opened = reported.filter(({ at, event }) => event.action === 'unlock' && at < 599 * minuteMs);
  expect(opened.length).toBeGreaterThan(10);
  for (const { at } of opened)
    expect(reported.find((later) => later.at > at)).toMatchObject({
      at: at + 5000,
      state: 'locked',
      event: { action: 'auto-lock' },
    });
});

test('one virtual lock is jammed once, for two minutes', () => {
  const { reported } = simulate(2, 600);
  const [jam, after] = reported;
  expect(jam).toMatchObject({ state: 'jammed', event: { action: 'jammed' } });
  expect(after).toMatchObject({ at: (jam?.at ?? 0) + 2 * minuteMs, state: 'locked', event: { action: 'lock' } });
  expect(reported.filter(({ event }) => event.action === 'jammed')).toHaveLength(1);
});

test('one virtual lock is seven minutes fast until its clock is set', () => {
  const { memory, reported } = simulate(1, 60);
  const ahead = (clock: number | undefined) => Math.round(((clock ?? 0) - Date.now() / 1000) / 60);
  expect(ahead(reported[0]?.event.clock)).toBe(7);
  answerLock('setClock', {}, memory);
  let next: LockEvent | undefined;
  for (let at = 60 * minuteMs; !next; at += 1000)
    next = actAsLock(doorGuard, at, memory)?.events?.[0]?.data as LockEvent | undefined;
  expect(ahead(next.clock)).toBeCloseTo(0);
});

test('a virtual lock stores cards as ordered, lists them with its codes, and is opened by them', () => {
  const memory = { key: Buffer.alloc(32), serial: 'A0001', index: 1, kept: new Map<string, unknown>() };
  const lists = (method: string, params: object) =>
    answerLock(method, params as Record<string, unknown>, memory)?.attributes as Record<'codes' | 'cards', object>;
  expect(Object.keys(lists('setCard', { slot: 2, card: 'AB12' }).cards)).toEqual(['2']);
  expect(lists('listCodes', {})).toMatchObject({ codes: { 1: true }, cards: { 2: expect.stringMatching(/^\w{16}$/) } });
  const methods = new Set<string | undefined>();
  for (let at = 0; at < 600 * minuteMs; at += 1000)
    for (const { data } of actAsLock(doorGuard, at, memory)?.events ?? [])
      if ((data as LockEvent).action === 'unlock') methods.add((data as LockEvent).method);
  expect([...methods]).toEqual(['card']);
  expect(lists('deleteCard', { slot: 2 }).cards).toEqual({});
});
