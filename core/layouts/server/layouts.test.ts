import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Person, type Rasid, rasid } from '#main/testing.ts';

let app: Rasid;
let customer: Person;
let viewer: Person;
let stranger: Person;
type Row = { id: number; structure: { id: number }; floor: { id: number } | null; state: string };
let device: Row;
let structureId: number;
let floorId: number;
let elsewhere: number;

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  viewer = await app.signIn('viewer@rasid.test');
  stranger = await app.signIn('other@rasid.test');
});
afterAll(() => app.close());

const one = async (query: string, values: unknown[] = []) => (await app.kit.pool.query(query, values)).rows[0];
beforeEach(async () => {
  await app.kit.pool.query('DELETE FROM layout');
  structureId = (await one("SELECT id FROM structure WHERE name = 'Marina Heights'")).id;
  floorId = (await one("SELECT id FROM floor WHERE structure_id = $1 AND name = 'Ground'", [structureId])).id;
  elsewhere = (await one("SELECT id FROM structure WHERE name = 'Creek Gardens'")).id;
  device = (await customer.call('GET', `/swam/device?structureId=${structureId}&limit=1`)).body.data[0];
});

const picture = async (width = 300, height = 200, background = '#e8f6f5') =>
  new Blob([
    Uint8Array.from(
      await sharp({ create: { width, height, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  ]);
function form(fields: Record<string, string | number | Blob>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value instanceof Blob) data.set(name, value, 'plan.png');
    else data.set(name, String(value));
  return data;
}
let made = 0;
const create = async (fields: object = {}, person = customer) =>
  person.call('POST', '/layout', {
    body: form({ structureId, floorId, name: `Plan ${++made}`, image: await picture(), ...fields }),
  });
const plan = async (fields: object = {}) => (await create(fields)).body.data;
const add = (layout: { id: number }, body: object = {}, person = customer) =>
  person.call('POST', `/layout/${layout.id}/add-device`, { body: { deviceId: device.id, x: 0.25, y: 0.5, ...body } });
const placed = async (layout: { id: number }, person = customer) =>
  (await person.call('GET', `/layout/${layout.id}/placed`)).body.data as { id: number; x: number; y: number }[];
const files = async () => Number((await one('SELECT count(*) AS n FROM stored_file')).n);

describe('a plan', () => {
  test('belongs to a structure and a floor, and its picture is sent to those who may see it', async () => {
    const reply = await create({ name: 'Ground floor' });
    expect(reply.status).toBe(201);
    const layout = reply.body.data;
    expect(layout).toMatchObject({
      name: 'Ground floor',
      width: 300,
      height: 200,
      structure: { name: 'Marina Heights' },
      floor: { id: floorId, name: 'Ground' },
      devices: 0,
    });
    const image = await customer.call('GET', `/layout/${layout.id}/image`);
    expect([image.status, image.headers['content-type'], image.headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'private, no-cache',
    ]);
    const again = await customer.call('GET', `/layout/${layout.id}/image`, {
      headers: { 'if-none-match': String(image.headers.etag) },
    });
    expect([again.status, again.body]).toEqual([304, '']);
    expect((await stranger.call('GET', `/layout/${layout.id}/image`)).status).toBe(404);
    expect((await app.anonymous.call('GET', `/layout/${layout.id}/image`)).status).toBe(401);
  });

  test('may be of the whole structure', async () => {
    const data = form({ structureId, name: 'Site', image: await picture() });
    expect((await customer.call('POST', '/layout', { body: data })).body.data).toMatchObject({ floorId: null });
  });

  test('is listed by structure and floor, renamed and removed with its picture', async () => {
    const before = await files();
    const layout = await plan({ name: 'Old' });
    expect(
      (await customer.call('GET', `/layout?structureId=${structureId}&floorId=${floorId}`)).body.data,
    ).toMatchObject([{ id: layout.id }]);
    expect((await customer.call('GET', `/layout?structureId=${elsewhere}`)).body.data).toEqual([]);
    const renamed = await customer.call('PATCH', `/layout/${layout.id}`, { body: { name: 'New' } });
    expect(renamed.body.data).toMatchObject({ name: 'New', fileId: layout.fileId });
    expect(await files()).toBe(before + 1);
    expect((await customer.call('DELETE', `/layout/${layout.id}`)).status).toBe(204);
    expect(await files()).toBe(before);
    expect((await customer.call('GET', `/layout/${layout.id}`)).status).toBe(404);
  });

  test('goes with its structure, and so does its picture', async () => {
    const { company } = (await customer.call('GET', '/session')).body.data;
    const path = `/company/${company.id}/structure`;
    const shed = (await customer.call('POST', path, { body: { name: 'Shed', countryId: 233 } })).body.data;
    const layout = (
      await customer.call('POST', '/layout', {
        body: form({ structureId: shed.id, name: 'Shed', image: await picture() }),
      })
    ).body.data;
    const before = await files();
    expect((await customer.call('DELETE', `${path}/${shed.id}`)).status).toBe(204);
    expect(await files()).toBe(before - 1);
    expect((await customer.call('GET', `/layout/${layout.id}`)).status).toBe(404);
  });

  test('keeps a floor from being deleted', async () => {
    const { company } = (await customer.call('GET', '/session')).body.data;
    await plan();
    const reply = await customer.call('DELETE', `/company/${company.id}/structure/${structureId}/floor/${floorId}`);
    expect([reply.status, reply.body.word]).toEqual([409, 'still-in-use']);
  });

  test('stands in places of its company only', async () => {
    const theirs = await one("SELECT id FROM structure WHERE name = 'Qasr Mall'");
    const other = await one('SELECT id FROM floor WHERE structure_id = $1 LIMIT 1', [elsewhere]);
    expect((await create({ structureId: theirs.id })).status).toBe(404);
    expect((await create({ floorId: other.id })).body.errors).toEqual([{ param: 'floorId', msg: 'invalid' }]);
  });

  test('is seen within the structures of the own groups, and changed by nobody who only reads', async () => {
    const hidden = await one("SELECT id FROM structure WHERE name = 'Corniche Villas'");
    const data = form({ structureId: hidden.id, name: 'Villas', image: await picture() });
    const villas = (await customer.call('POST', '/layout', { body: data })).body.data;
    const shown = await plan();
    expect((await viewer.call('GET', '/layout')).body.data.map((row: Row) => row.id)).toEqual([shown.id]);
    for (const part of ['', '/image', '/placed', '/device'])
      expect((await viewer.call('GET', `/layout/${villas.id}${part}`)).status).toBe(404);
    expect((await viewer.call('PATCH', `/layout/${shown.id}`, { body: { name: 'Mine' } })).status).toBe(403);
    expect((await create({}, viewer)).status).toBe(403);
  });
});

describe('an upload', () => {
  const refused = async (image: Blob) => {
    const reply = await create({ image });
    return [reply.status, reply.body.errors ?? reply.body.word];
  };

  test.each([
    ['a page named plan.png', '<!doctype html><script>1</script>', 'notAnImage'],
    ['an SVG drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'svgNotAccepted'],
  ])('%s is refused under its field', async (_what, text, msg) => {
    expect(await refused(new Blob([text]))).toEqual([418, [{ param: 'image', msg }]]);
    expect((await customer.call('GET', '/layout')).body.data).toEqual([]);
  });

  test('above 12 MB is refused with the limit', async () => {
    const reply = await create({ image: new Blob([new Uint8Array(12 * 1024 * 1024 + 1)]) });
    expect([reply.status, reply.body.word, reply.body.detail]).toEqual([413, 'file-too-large', { megabytes: 12 }]);
  });

  test('without a picture, with two, or of a form that ends too early is refused', async () => {
    const data = form({ structureId, name: 'Bare' });
    expect((await customer.call('POST', '/layout', { body: data })).body.errors).toEqual([
      { param: 'image', msg: 'Required' },
    ]);
    const two = form({ structureId, name: 'Two', image: await picture() });
    two.append('image', await picture(), 'second.png');
    expect((await customer.call('POST', '/layout', { body: two })).status).toBe(413);
    const cut = await app.http.inject({
      method: 'POST',
      url: '/api/layout',
      headers: { authorization: `Bearer ${customer.token}`, 'content-type': 'multipart/form-data; boundary=x' },
      payload: '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nCut',
    });
    expect([cut.statusCode, cut.json().word]).toEqual([400, 'bad-request']);
  });

  test('is not read for somebody who may not send it', async () => {
    const reply = await create({ image: new Blob(['x']) }, app.anonymous);
    expect([reply.status, reply.body.word]).toEqual([401, 'no-session']);
  });

  test('leaves no bytes in the change log', async () => {
    await plan();
    const { size } = await one('SELECT max(pg_column_size(after)) AS size FROM change_log');
    expect(size).toBeLessThan(4000);
    expect(Number((await one("SELECT count(*) AS n FROM change_log WHERE table_name = 'layout'")).n)).toBeGreaterThan(
      0,
    );
  });
});

describe('a device', () => {
  test('is put on a plan, moved on it, and put there twice as once', async () => {
    const layout = await plan();
    expect((await add(layout)).body.data).toMatchObject({ id: device.id, x: 0.25, y: 0.5, floor: { id: floorId } });
    await add(layout);
    expect((await add(layout, { x: 1, y: 0 })).status).toBe(200);
    expect(await placed(layout)).toMatchObject([{ id: device.id, x: 1, y: 0 }]);
    expect((await customer.call('GET', `/layout/${layout.id}`)).body.data.devices).toBe(1);
  });

  test('stands on one plan: the next takes it', async () => {
    const [first, second] = [await plan(), await plan()];
    await add(first);
    await add(second);
    expect([await placed(first), (await placed(second)).length]).toEqual([[], 1]);
  });

  test('is installed in the structure and floor of the plan, and counted there', async () => {
    const roof = await one("SELECT id FROM floor WHERE structure_id = $1 AND name = 'Roof'", [elsewhere]);
    const layout = await plan({ structureId: elsewhere, floorId: roof.id });
    const solution = (await one('SELECT solution_id FROM device WHERE id = $1', [device.id])).solution_id;
    const counted = async (at: number) =>
      (await one('SELECT devices FROM structure_solution WHERE structure_id = $1 AND solution_id = $2', [at, solution]))
        ?.devices ?? 0;
    const [from, to] = [await counted(structureId), await counted(elsewhere)];
    await add(layout);
    const after = (await customer.call('GET', `/swam/device/${device.id}`)).body.data;
    expect([after.structure.id, after.floor.id]).toEqual([elsewhere, roof.id]);
    expect([await counted(structureId), await counted(elsewhere)]).toEqual([from - 1, to + 1]);
    const log = (await customer.call('GET', `/swam/device/${device.id}/log?limit=1`)).body.data;
    expect(log).toMatchObject([
      {
        kind: 'moved',
        fromPlace: expect.stringContaining('Marina Heights'),
        toPlace: `${after.structure.name} · Roof`,
      },
    ]);
  });

  test('that is moved to another structure no longer shows on the plan', async () => {
    const layout = await plan();
    await add(layout);
    await customer.call('PATCH', `/swam/device/${device.id}/move`, { body: { structureId: elsewhere } });
    expect(await placed(layout)).toEqual([]);
    const free = await customer.call('GET', `/layout/${layout.id}/device?search=${device.id}`);
    expect(free.body.data.every((row: { layout: unknown }) => row.layout === null)).toBe(true);
  });

  test('that stands on no plan is offered, with those of the structure alone when asked', async () => {
    const layout = await plan();
    const total = async (query: string) =>
      (await customer.call('GET', `/layout/${layout.id}/device?limit=1&total=true&${query}`)).body.totalRecords;
    const [all, here] = [await total(''), await total('scope=structure')];
    expect(here).toBeGreaterThan(0);
    expect(all).toBeGreaterThan(here);
    await add(layout);
    expect(await total('scope=structure')).toBe(here - 1);
    const other = await plan();
    const names = (await customer.call('GET', `/layout/${other.id}/device?scope=structure&limit=100`)).body.data;
    expect(names.find((row: Row) => row.id === device.id)).toMatchObject({ layout: { id: layout.id } });
  });

  test('is offered to those alone who may install it', async () => {
    const layout = await plan();
    const offered = async (person: Person) =>
      (await person.call('GET', `/layout/${layout.id}/device?limit=1`)).body.totalRecords;
    expect(await offered(customer)).toBeGreaterThan(0);
    // They see the devices of the structure, but may not place them.
    expect(await offered(viewer)).toBe(0);
  });

  test('is taken off and stays installed; taking it off twice changes nothing', async () => {
    const layout = await plan();
    await add(layout);
    for (const _ of [1, 2]) {
      const body = { deviceId: device.id };
      expect((await customer.call('POST', `/layout/${layout.id}/delete-device`, { body })).status).toBe(204);
    }
    expect(await placed(layout)).toEqual([]);
    expect((await customer.call('GET', `/swam/device/${device.id}`)).body.data.structure.id).toBe(structureId);
  });

  test('that came from elsewhere goes back to its place and its spot there', async () => {
    const roof = await one("SELECT id FROM floor WHERE structure_id = $1 AND name = 'Roof'", [elsewhere]);
    const [there, here] = [await plan(), await plan({ structureId: elsewhere, floorId: roof.id })];
    await add(there, { x: 0.75, y: 0.25 });
    const before = (await add(here)).body.data.before;
    expect(before).toMatchObject({ structureId, state: 'installed', spot: { layoutId: there.id, x: 0.75, y: 0.25 } });
    const body = { deviceId: device.id, back: before };
    expect((await customer.call('POST', `/layout/${here.id}/delete-device`, { body })).status).toBe(204);
    expect([(await placed(here)).length, await placed(there)]).toMatchObject([0, [{ x: 0.75, y: 0.25 }]]);
    expect((await customer.call('GET', `/swam/device/${device.id}`)).body.data.structure.id).toBe(structureId);
  });

  test('that came from the inventory goes back there, and a stranger’s plan takes none', async () => {
    await customer.call('PUT', `/swam/device/${device.id}/remove`, { body: { to: 'inventory' } });
    const layout = await plan();
    const before = (await add(layout)).body.data.before;
    expect(before).toMatchObject({ state: 'inventory', structureId: null });
    const leave = (back: object) =>
      customer.call('POST', `/layout/${layout.id}/delete-device`, { body: { deviceId: device.id, back } });
    const foreign = { ...before, structureId, state: 'installed', spot: { layoutId: 999_999, x: 0, y: 0 } };
    expect((await leave(foreign)).status).toBe(404);
    await leave(before);
    const after = (await customer.call('GET', `/swam/device/${device.id}`)).body.data;
    expect([after.state, after.structure]).toEqual(['inventory', null]);
  });

  test('of another company does not exist', async () => {
    const layout = await plan();
    const theirs = await one(
      "SELECT d.id FROM device d JOIN structure s ON s.id = d.structure_id WHERE s.name = 'Qasr Mall' LIMIT 1",
    );
    expect((await add(layout, { deviceId: theirs.id })).status).toBe(404);
    expect((await add(layout, {}, stranger)).status).toBe(404);
    expect((await add(layout, { x: 1.01 })).body.errors).toEqual([{ param: 'x', msg: 'outOfRange' }]);
  });

  test('that was removed cannot be placed', async () => {
    const layout = await plan();
    const { id } = await one(
      "UPDATE device SET state = 'removed' WHERE id = (SELECT max(id) FROM device WHERE structure_id = $1) RETURNING id",
      [elsewhere],
    );
    const reply = await add(layout, { deviceId: id });
    expect([reply.status, reply.body.word]).toEqual([409, 'device-removed']);
  });
});

describe('a picture that is replaced', () => {
  const replace = async (layout: { id: number }, width: number, height: number, more: object = {}) =>
    customer.call('PATCH', `/layout/${layout.id}`, {
      body: form({ image: await picture(width, height, '#aabbcc'), ...more }),
    });

  test('by one of the same ratio keeps the positions, and the old one is gone', async () => {
    const layout = await plan();
    await add(layout);
    const before = await files();
    const reply = await replace(layout, 603, 400);
    expect(reply.body.data).toMatchObject({ width: 603, height: 400, devices: 1 });
    expect(reply.body.data.fileId).not.toBe(layout.fileId);
    expect(await files()).toBe(before);
    expect(await placed(layout)).toMatchObject([{ x: 0.25, y: 0.5 }]);
  });

  test('by one of another ratio is refused until it is said what becomes of the devices', async () => {
    const layout = await plan();
    await add(layout);
    const before = await files();
    const asked = await replace(layout, 200, 300);
    expect([asked.status, asked.body.word]).toEqual([409, 'ratio-differs']);
    expect(await files()).toBe(before);
    expect((await replace(layout, 200, 300, { devices: 'keep' })).body.data.devices).toBe(1);
    expect((await replace(layout, 300, 200, { devices: 'clear' })).body.data.devices).toBe(0);
  });

  test('asks nothing while no device stands on it', async () => {
    expect((await replace(await plan(), 200, 300)).status).toBe(200);
  });
});
