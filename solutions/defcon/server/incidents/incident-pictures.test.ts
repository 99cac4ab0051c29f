import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  act,
  breakIn,
  guard,
  hq,
  ids,
  incident,
  of,
  officer,
  opens,
  panels,
  watched,
  withDesk,
} from '#main/testing/panels/test-desk.ts';
import type { TestPanel } from '#main/testing/panels/test-panels.ts';
import { form, picture as plan } from '#main/testing/test-layouts.ts';
import type { TestPerson } from '#main/testing.ts';
import { megabyte } from '#platform/common/upload.ts';
import type { QueueState } from '../../common/incidents/incident-file.ts';

withDesk();

const picture = (format: 'jpeg' | 'png') =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .toFormat(format)
    .toBuffer();

let named = 0;
/** A break-in whose hit has an id that the panel knows. */
async function hitOf(panel: TestPanel, data: object = {}): Promise<{ event: string; id: number }> {
  await breakIn(panel);
  const event = `hit-${++named}`;
  const entry = { id: event, ts: Date.now(), kind: 'intrusion', data: { code: 'BA', zone: 2, group: 1, ...data } };
  await panels.app.anonymous.call('POST', '/v1/event', { body: [entry], headers: { authorization: basic(panel) } });
  const [{ id }] = await panels.incidents(panel);
  return { event, id };
}
const basic = ({ name, secret }: TestPanel) => `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;

async function send(panel: TestPanel, query: string, payload: Buffer, authorization = basic(panel)) {
  const headers = { authorization, 'content-type': 'image/jpeg' };
  const reply = await panels.app.http.inject({
    method: 'POST',
    url: `/api/defcon/v1/photo?${query}`,
    headers,
    payload,
  });
  return { status: reply.statusCode, ...reply.json() };
}
const file = async (person: TestPerson, id: number) => (await of(person)('GET', `${incident(id)}/incident`)).body.data;
const photosIn = (shown: { hits: { photos: { id: number }[] }[] }) => shown.hits.flatMap(({ photos }) => photos);

describe('photos of a panel', () => {
  test('are shown at their hit to the customer, the security company and the police that was called', async () => {
    const panel = await watched();
    const { event, id } = await hitOf(panel);
    const photo = await picture('jpeg');
    expect(await send(panel, `event=${event}`, photo)).toMatchObject({ status: 200, data: { stored: 1 } });
    expect(await send(panel, `event=${event}&position=1`, photo)).toMatchObject({ data: { stored: 1 } });
    // One that is sent again is there already.
    expect(await send(panel, `event=${event}`, photo)).toMatchObject({ status: 200, data: { stored: 0 } });
    const [first, ...others] = photosIn(await file(guard, id));
    expect(others).toHaveLength(1);
    const address = `${incident(id)}/photo/${first?.id}`;
    for (const person of [panels.customer, guard]) expect(await opens(person, address)).toBe(200);
    expect(await opens(hq, address)).toBe(404);
    await act(guard, id, 'acknowledge');
    expect((await act(guard, id, 'escalate-police', { verified: 'phone' })).status).toBe(200);
    expect(photosIn(await file(hq, id))).toHaveLength(2);
    expect(await opens(hq, address)).toBe(200);
    // Photos of another incident are not opened by this one.
    const other = await hitOf(await watched());
    expect(await opens(guard, `${incident(other.id)}/photo/${first?.id}`)).toBe(404);
  });

  test('are refused without the secret, of an event of another panel, and if they are not JPEG or too large', async () => {
    const [panel, other] = [await watched(), await watched()];
    const { event } = await hitOf(panel);
    const photo = await picture('jpeg');
    expect((await send(panel, `event=${event}`, photo, basic({ ...panel, secret: 'wrong' }))).status).toBe(401);
    expect(await send(other, `event=${event}`, photo)).toMatchObject({ status: 404, word: 'unknown-event' });
    expect(await send(panel, `event=${event}`, await picture('png'))).toMatchObject({
      status: 415,
      word: 'not-a-jpeg',
    });
    const large = Buffer.concat([photo, Buffer.alloc(megabyte)]);
    expect((await send(panel, `event=${event}`, large)).status).toBe(413);
    expect((await send(panel, `event=${event}&position=10`, photo)).status).toBe(418);
  });

  test('that it names by an address are links, unless the address is not one of the web', async () => {
    const panel = await watched();
    const { id } = await hitOf(panel, { extended: { V: 'https://photos.test/1.jpg' } });
    await hitOf(panel, { extended: { V: 'javascript:alert(1)' } });
    const { hits } = await file(guard, id);
    expect(hits.flatMap(({ links }: { links: string[] }) => links)).toEqual(['https://photos.test/1.jpg']);
  });
});

describe('the plan of an incident', () => {
  let layout: number;
  beforeAll(async () => {
    const { rows } = await panels.app.kit.pool.query(
      `WITH file AS (INSERT INTO stored_file (company_id, media_type, sha256, width, height, size) VALUES ($1, 'image/webp', '', 200, 100, 0) RETURNING id)
       INSERT INTO layout (company_id, structure_id, name, file_id, width, height)
       SELECT $1, (SELECT min(id) FROM structure WHERE company_id = $1), 'Ground floor', id, 200, 100 FROM file RETURNING id`,
      [ids.reem],
    );
    layout = rows[0].id;
  });

  test('has the zones that are on it, with the time of their last hit, for those who read the file', async () => {
    const panel = await watched();
    const zones = await panels.zones(panel);
    const items = zones.map(({ id }: { id: number }, n: number) => ({
      ...{ app: 'defcon', kind: 'zone', refId: id, x: 0.25 * (n + 1), y: 0.5 },
    }));
    const put = await panels.customer.call('PUT', `/layout/${layout}/item`, { body: { items } });
    expect(put.body.data.map(({ name }: { name: string }) => name)).toEqual(['Zone 1', 'Zone 2']);
    const id = await breakIn(panel, 2);
    const plans = (await of(guard)('GET', `${incident(id)}/plan`)).body.data;
    expect(plans).toMatchObject([
      {
        ...{ id: layout, name: 'Ground floor', ratio: 2 },
        zones: [
          { number: 1, x: 0.25, hitAt: null },
          { number: 2, x: 0.5, hitAt: expect.any(String) },
        ],
      },
    ]);
    expect(await opens(guard, `${incident(id)}/plan/${layout}/image`)).toBe(200);
    expect(await opens(officer, `${incident(id)}/plan`)).toBe(404);
    // The plans of other sites are not part of it.
    const { rows } = await panels.app.kit.pool.query('SELECT id FROM layout WHERE company_id <> $1 LIMIT 1', [
      ids.reem,
    ]);
    expect(await opens(guard, `${incident(id)}/plan/${rows[0].id}/image`)).toBe(404);
    // A zone that is deleted is no longer on it.
    await panels.done('DELETE', `/panel/${panel.id}/device/${zones[0].id}`);
    const left = (await panels.customer.call('GET', `/layout/${layout}/item`)).body.data;
    expect(left.map(({ name }: { name: string }) => name)).toEqual(['Zone 2']);
  });
});

describe('the plan of a dossier', () => {
  test('is the one of when the police was called, also after the customer has changed it, until the dossier ends', async () => {
    const panel = await watched();
    const [zone] = await panels.zones(panel);
    const made = await panels.customer.call('POST', '/layout', {
      body: form({ structureId: panel.site, name: 'First floor', image: await plan(80, 40, 'teal') }),
    });
    const layout = made.body.data;
    const place = async (x: number) => {
      const items = [{ app: 'defcon', kind: 'zone', refId: zone.id, x, y: 0.5 }];
      expect((await panels.customer.call('PUT', `/layout/${layout.id}/item`, { body: { items } })).status).toBe(200);
    };
    await place(0.25);
    const id = await breakIn(panel);
    const plans = async (person: TestPerson) =>
      (await of(person)('GET', `${incident(id)}/plan`)).body.data.filter((one: { id: number }) => one.id === layout.id);
    const address = `${incident(id)}/plan/${layout.id}/image`;
    const picture = async (person: TestPerson) =>
      (
        await panels.app.http.inject({
          url: `/api/defcon${address}`,
          headers: { authorization: `Bearer ${person.token}` },
        })
      ).rawPayload.toString('base64');
    const before = await picture(guard);
    expect((await act(guard, id, 'escalate-police', { verified: 'phone' })).status).toBe(200);
    expect(await plans(hq)).toMatchObject([{ name: 'First floor', zones: [{ number: 1, x: 0.25 }] }]);
    expect(await picture(hq)).toBe(before);
    // The customer moves the zone, replaces the picture, and finally deletes the plan.
    await place(0.75);
    await panels.customer.call('PATCH', `/layout/${layout.id}`, { body: form({ image: await plan(80, 40, 'red') }) });
    await panels.signal(panel, Date.now() - 1000, { code: 'BA', group: 1, zone: 1 });
    expect(await plans(guard)).toMatchObject([{ zones: [{ x: 0.75 }] }]);
    expect(await picture(guard)).not.toBe(before);
    const [kept] = await plans(hq);
    expect(kept).toMatchObject({ zones: [{ number: 1, x: 0.25, hitAt: expect.any(String) }] });
    expect(Date.now() - Date.parse(kept.zones[0].hitAt)).toBeLessThan(60_000);
    expect(await picture(hq)).toBe(before);
    await panels.customer.call('DELETE', `/layout/${layout.id}`);
    expect(await plans(guard)).toEqual([]);
    expect(await plans(hq)).toMatchObject([{ name: 'First floor' }]);
    expect(await picture(hq)).toBe(before);
    expect(await opens(officer, address)).toBe(404);
    await panels.app.kit.pool.query(
      "UPDATE defcon_incident SET closed_at = now() - interval '91 days' WHERE alarm_id = $1",
      [id],
    );
    for (const path of [address, `${incident(id)}/plan`, `${incident(id)}/incident`])
      expect([path, await opens(hq, path)]).toEqual([path, 404]);
  });
});

test('the queue counts what waits for the company that has to act, and names the newest', async () => {
  const waiting = async (person: TestPerson, rank: number) =>
    ((await of(person)('GET', '/alarm/intrusion/queue')).body.data as QueueState).ranks.find(
      (one) => one.rank === rank,
    );
  const panel = await watched();
  const before = (await waiting(guard, 2))?.unacknowledged ?? 0;
  const id = await breakIn(panel);
  expect(await waiting(guard, 2)).toMatchObject({
    unacknowledged: before + 1,
    newest: { id, kind: 'intrusion', name: expect.stringContaining('Panel') },
  });
  // The customer sees the incident, and its desk has nothing to do.
  const ofCustomer = await waiting(panels.customer, 2);
  expect(ofCustomer?.open).toBeGreaterThan(0);
  expect(ofCustomer).toMatchObject({ unacknowledged: 0, newest: null });
  await act(guard, id, 'acknowledge');
  expect((await waiting(guard, 2))?.unacknowledged ?? 0).toBe(before);
});
