import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, type Rasid, rasid } from '#main/testing.ts';
import { starters } from './starters.ts';

let app: Rasid;
let customer: Person;

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
});
afterAll(() => app.close());

test('the starter of each model is accepted as a template as it is', async () => {
  const offered = (await customer.call('GET', '/metrowatch/template/starter')).body.data as {
    hardwareId: number;
    name: { en: string };
    rules: { kind: string; schedule: { timeZone: string } | null }[];
  }[];
  for (const id of Object.keys(starters).map(Number)) {
    const { name, ...starter } = offered.find(({ hardwareId }) => hardwareId === id) ?? { name: { en: '' }, rules: [] };
    expect(starter.rules.length, name.en).toBeGreaterThan(2);
    const made = await customer.call('POST', '/metrowatch/template', {
      body: { ...starter, name: `${name.en} ${id}` },
    });
    expect([made.status, made.body.errors], name.en).toEqual([201, undefined]);
  }
});

test('trackers and parking sensors begin with the rules of their kinds', () => {
  const kindsOf = (model: number) => starters[model]?.rules?.map(({ kind }) => kind);
  const tracker = ['fence-enter', 'fence-exit', 'dwell', 'moved-when-parked', 'no-position', 'speeding'];
  expect([kindsOf(1401), kindsOf(1501)]).toEqual([tracker, tracker]);
  expect(kindsOf(2001)).toEqual(['overstay', 'occupied-out-of-hours', 'no-change']);
});

test('a position is missed after six intervals of its model, and speed counts after half a minute', () => {
  const levelOf = (model: number, kind: string) =>
    starters[model]?.rules?.find((rule) => rule.kind === kind)?.levels[0];
  expect(levelOf(1401, 'no-position')).toMatchObject({
    severity: 'poor',
    condition: { position: 'older', than: 21_600 },
  });
  expect(levelOf(1501, 'no-position')).toMatchObject({ condition: { position: 'older', than: 10_800 } });
  expect(levelOf(1501, 'speeding')).toMatchObject({ severity: 'ok', trigger: { type: 'duration', seconds: 30 } });
});

test('a person in need is no rule of hours, and what belongs to duty is', async () => {
  const person = starters[1601]?.rules ?? [];
  const hours = person.map(({ kind, schedule }) => `${kind} ${schedule ? 'in hours' : 'always'}`);
  expect(hours).toEqual(['sos always', 'fall always', 'not-worn in hours', 'left-zone always', 'no-motion in hours']);
});
