import { createParser } from 'eventsource-parser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minute, TestParking } from '#main/testing/parking/test-parking.ts';
import { eventually } from '#main/testing/test-device.ts';
import { countStatements, type TestPerson } from '#main/testing.ts';

let parking: TestParking;
let base: string;
beforeAll(async () => {
  parking = await TestParking.begin();
  await parking.app.http.listen({ port: 0, host: '127.0.0.1' });
  const address = parking.app.http.server.address();
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/api`;
});
afterAll(() => parking.app.close());

/** A person has at most 30 streams: 50 screens are those of two people. */
const screens = { customer: 30, colleague: 20 };

/** Opens the stream of a plan for a person, as a page does, and collects the topics of what it hears. */
async function openPlan(locationId: number, { token } = parking.customer) {
  const abort = new AbortController();
  const reply = await fetch(`${base}/events?topics=car-park:${locationId}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: abort.signal,
  });
  expect(reply.status).toBe(200);
  const heard: string[] = [];
  const parser = createParser({
    onEvent({ data }) {
      const { topic, type } = JSON.parse(data);
      if (type !== 'opened') heard.push(topic);
    },
  });
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of reply.body ?? []) parser.feed(decoder.decode(chunk, { stream: true }));
  })().catch((error: Error) => {
    if (error.name !== 'AbortError') throw error;
  });
  return {
    heard,
    async close() {
      abort.abort();
      await reading;
    },
  };
}

test('a plan that is open on 50 screens costs no more statements than on one, and each hears of a change once', async () => {
  const bay = await parking.bay();
  const sensor = await parking.sensor(bay);
  const topic = `car-park:${bay.locationId}`;
  let at = Date.now() - 20 * minute;
  let isOccupied = false;
  const turn = () => {
    at += minute;
    isOccupied = !isOccupied;
    return parking.occupied(sensor, at, isOccupied);
  };
  for (let n = 0; n < 3; n++) await turn();
  const first = await openPlan(bay.locationId);
  const forOne = await countStatements(parking.app, turn);
  await eventually(
    async () => first.heard,
    ({ length }) => length === 1,
  );
  const { app } = parking;
  await app.kit.pool.query("UPDATE users SET role = 'Admin' WHERE email = 'viewer@rasid.test'");
  const colleague = await app.signIn('viewer@rasid.test');
  const open = (count: number, person: TestPerson) =>
    Array.from({ length: count }, () => openPlan(bay.locationId, person));
  const others = await Promise.all([
    ...open(screens.customer - 1, parking.customer),
    ...open(screens.colleague, colleague),
  ]);
  expect(others).toHaveLength(49);
  const forMany = await countStatements(parking.app, turn);
  await eventually(
    async () => others.map(({ heard }) => heard.length),
    (lengths) => lengths.every((length) => length === 1),
  );
  expect(forMany).toBe(forOne);
  expect([first.heard, ...others.map(({ heard }) => heard)]).toEqual([[topic, topic], ...others.map(() => [topic])]);
  await Promise.all([first, ...others].map((one) => one.close()));
});
