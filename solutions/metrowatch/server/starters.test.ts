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

test('a person in need is no rule of hours, and what belongs to duty is', async () => {
  const person = starters[1601]?.rules ?? [];
  const hours = person.map(({ kind, schedule }) => `${kind} ${schedule ? 'in hours' : 'always'}`);
  expect(hours).toEqual(['sos always', 'fall always', 'not-worn in hours', 'left-zone always', 'no-motion in hours']);
});
