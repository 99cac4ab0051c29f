import { expect, test } from 'vitest';
import {
  call,
  customer,
  newVehicle,
  operator,
  outcome,
  permit,
  sites,
  stranger,
  withFleet,
} from '#main/testing/fleet/fleet.ts';
import { blobOf, docx, pdf } from '#main/testing/test-files.ts';

withFleet();

const add = (id: number, bytes: string | Buffer, name: string, who = customer) => {
  const form = new FormData();
  form.set('file', blobOf(bytes), name);
  return who.call('POST', `/fleet/api/vehicle/${id}/file`, { body: form });
};

test('papers of a vehicle are PDFs and pictures, which are listed, read and deleted', async () => {
  const { id } = await newVehicle();
  const file = (await add(id, pdf('Mulkiya'), 'ملكية.pdf')).body.data;
  expect(file).toMatchObject({ name: 'ملكية.pdf', mediaType: 'application/pdf' });
  expect(outcome(await add(id, docx(), 'Letter.docx'))[0]).toBe(418);
  expect((await call('GET', `/vehicle/${id}/file`)).body.data).toMatchObject([{ id: file.id }]);
  expect((await call('GET', `/vehicle/${id}/file/${file.id}`)).body).toBe(pdf('Mulkiya'));
  expect((await call('GET', `/vehicle/${id}/file/${file.id}`, undefined, stranger)).status).toBe(404);
  expect((await call('DELETE', `/vehicle/${id}/file/${file.id}`)).status).toBe(204);
  expect((await call('GET', `/vehicle/${id}/file`)).body.data).toEqual([]);
});

test('people add papers at the sites for which they may, and only administrators delete them', async () => {
  const [here, there] = [await newVehicle(), await newVehicle({ structureId: sites[1] })];
  await permit([
    [sites[0], 'vehicle', ['read', 'add-file', 'remove-file']],
    [sites[1], 'vehicle', ['read']],
  ]);
  const file = await add(here.id, pdf(), 'Policy.pdf', operator);
  expect(file.status).toBe(201);
  expect((await add(there.id, pdf(), 'Policy.pdf', operator)).status).toBe(403);
  expect((await call('DELETE', `/vehicle/${here.id}/file/${file.body.data.id}`, undefined, operator)).status).toBe(403);
});
