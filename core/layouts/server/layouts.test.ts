import { describe, expect, test } from 'vitest';

withLayouts();

import {
  addDevice,
  app,
  createLayout,
  customer,
  fileCount,
  floorId,
  form,
  otherStructureId,
  picture,
  placedDevices,
  postLayout,
  queryRow,
  type Row,
  stranger,
  structureId,
  viewer,
  withLayouts,
} from '#main/testing/test-layouts.ts';

describe('a layout', () => {
  test('belongs to a structure and a floor, and its picture is visible to people who may see it', async () => {
    const reply = await postLayout({ name: 'Ground floor' });
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

  test('can be of the whole structure', async () => {
    const data = form({ structureId, name: 'Site', image: await picture() });
    expect((await customer.call('POST', '/layout', { body: data })).body.data).toMatchObject({ floorId: null });
  });

  test('can be filtered by structure and floor, renamed, and deleted with its picture', async () => {
    const before = await fileCount();
    const layout = await createLayout({ name: 'Old' });
    expect(
      (await customer.call('GET', `/layout?structureId=${structureId}&floorId=${floorId}`)).body.data,
    ).toMatchObject([{ id: layout.id }]);
    expect((await customer.call('GET', `/layout?structureId=${otherStructureId}`)).body.data).toEqual([]);
    const renamed = await customer.call('PATCH', `/layout/${layout.id}`, { body: { name: 'New' } });
    expect(renamed.body.data).toMatchObject({ name: 'New', fileId: layout.fileId });
    expect(await fileCount()).toBe(before + 1);
    expect((await customer.call('DELETE', `/layout/${layout.id}`)).status).toBe(204);
    expect(await fileCount()).toBe(before);
    expect((await customer.call('GET', `/layout/${layout.id}`)).status).toBe(404);
  });

  test('is deleted with its structure, including its picture', async () => {
    const { company } = (await customer.call('GET', '/session')).body.data;
    const path = `/company/${company.id}/structure`;
    const shed = (await customer.call('POST', path, { body: { name: 'Shed', countryId: 233 } })).body.data;
    const layout = (
      await customer.call('POST', '/layout', {
        body: form({ structureId: shed.id, name: 'Shed', image: await picture() }),
      })
    ).body.data;
    const before = await fileCount();
    expect((await customer.call('DELETE', `${path}/${shed.id}`)).status).toBe(204);
    expect(await fileCount()).toBe(before - 1);
    expect((await customer.call('GET', `/layout/${layout.id}`)).status).toBe(404);
  });

  test('prevents the deletion of its floor', async () => {
    const { company } = (await customer.call('GET', '/session')).body.data;
    const floors = `/company/${company.id}/structure/${structureId}/floor`;
    const floor = (await customer.call('POST', floors, { body: { name: 'Mezzanine', level: 9 } })).body.data;
    await createLayout({ floorId: floor.id });
    const reply = await customer.call('DELETE', `${floors}/${floor.id}`);
    expect([reply.status, reply.body.word, reply.body.detail]).toEqual([
      409,
      'in-use',
      { by: 'layouts.layout', count: 1 },
    ]);
  });

  test('is refused in places of another company', async () => {
    const theirs = await queryRow("SELECT id FROM structure WHERE name = 'Qasr Mall'");
    const other = await queryRow('SELECT id FROM floor WHERE structure_id = $1 LIMIT 1', [otherStructureId]);
    expect((await postLayout({ structureId: theirs.id })).status).toBe(404);
    expect((await postLayout({ floorId: other.id })).body.errors).toEqual([{ param: 'floorId', msg: 'invalid' }]);
  });

  test('is visible in the structures of a person’s permission groups and cannot be changed by a viewer', async () => {
    const hidden = await queryRow("SELECT id FROM structure WHERE name = 'Corniche Villas'");
    const data = form({ structureId: hidden.id, name: 'Villas', image: await picture() });
    const villas = (await customer.call('POST', '/layout', { body: data })).body.data;
    const shown = await createLayout();
    expect((await viewer.call('GET', '/layout')).body.data.map((row: Row) => row.id)).toEqual([shown.id]);
    for (const part of ['', '/image', '/placed', '/device'])
      expect((await viewer.call('GET', `/layout/${villas.id}${part}`)).status).toBe(404);
    expect((await viewer.call('PATCH', `/layout/${shown.id}`, { body: { name: 'Mine' } })).status).toBe(403);
    expect((await postLayout({}, viewer)).status).toBe(403);
  });
});

describe('an uploaded picture', () => {
  const refusalOf = async (image: Blob) => {
    const reply = await postLayout({ image });
    return [reply.status, reply.body.errors ?? reply.body.word];
  };

  test.each([
    ['a page named plan.png', '<!doctype html><script>1</script>', 'notAnImage'],
    ['an SVG drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'svgNotAccepted'],
  ])('is refused as %s', async (_what, text, msg) => {
    expect(await refusalOf(new Blob([text]))).toEqual([418, [{ param: 'image', msg }]]);
    expect((await customer.call('GET', '/layout')).body.data).toEqual([]);
  });

  test('above 12 MB is refused with the limit', async () => {
    const reply = await postLayout({ image: new Blob([new Uint8Array(12 * 1024 * 1024 + 1)]) });
    expect([reply.status, reply.body.word, reply.body.detail]).toEqual([413, 'file-too-large', { megabytes: 12 }]);
  });

  test('is refused if missing, given twice or truncated', async () => {
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

  test('is not read without permission', async () => {
    const reply = await postLayout({ image: new Blob(['x']) }, app.anonymous);
    expect([reply.status, reply.body.word]).toEqual([401, 'no-session']);
  });

  test('is not stored in the change log', async () => {
    await createLayout();
    const { size } = await queryRow('SELECT max(pg_column_size(after)) AS size FROM change_log');
    expect(size).toBeLessThan(4000);
    expect(
      Number((await queryRow("SELECT count(*) AS n FROM change_log WHERE table_name = 'layout'")).n),
    ).toBeGreaterThan(0);
  });
});

describe('the replacement of a picture', () => {
  const replace = async (layout: { id: number }, width: number, height: number, fields: object = {}) =>
    customer.call('PATCH', `/layout/${layout.id}`, {
      body: form({ image: await picture(width, height, '#aabbcc'), ...fields }),
    });

  test('with the same aspect ratio keeps the positions and deletes the old picture', async () => {
    const layout = await createLayout();
    await addDevice(layout);
    const before = await fileCount();
    const reply = await replace(layout, 603, 400);
    expect(reply.body.data).toMatchObject({ width: 603, height: 400, devices: 1 });
    expect(reply.body.data.fileId).not.toBe(layout.fileId);
    expect(await fileCount()).toBe(before);
    expect(await placedDevices(layout)).toMatchObject([{ x: 0.25, y: 0.5 }]);
  });

  test('with another aspect ratio needs a decision about the devices', async () => {
    const layout = await createLayout();
    await addDevice(layout);
    const before = await fileCount();
    const reply = await replace(layout, 200, 300);
    expect([reply.status, reply.body.word, reply.body.detail]).toEqual([409, 'ratio-differs', { count: 1 }]);
    expect(await fileCount()).toBe(before);
    expect((await replace(layout, 200, 300, { devices: 'keep' })).body.data.devices).toBe(1);
    expect((await replace(layout, 300, 200, { devices: 'clear' })).body.data.devices).toBe(0);
  });

  test('needs no decision without devices', async () => {
    expect((await replace(await createLayout(), 200, 300)).status).toBe(200);
  });
});
