import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { app, withCompanies } from '#main/testing/test-companies.ts';
import type { TestPerson } from '#main/testing.ts';

withCompanies();

describe('the logo of a company', () => {
  const png = () =>
    sharp({ create: { width: 64, height: 32, channels: 3, background: '#0f716b' } })
      .png()
      .toBuffer();
  const send = async (
    method: 'POST' | 'PATCH',
    path: string,
    who: TestPerson,
    fields: Record<string, string | Blob>,
  ) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const request = new Request('http://any', { method, body: form });
    return app.http.inject({
      method,
      url: `/api${path}`,
      headers: { authorization: `Bearer ${who.token}`, 'content-type': request.headers.get('content-type') ?? '' },
      payload: Buffer.from(await request.arrayBuffer()),
    });
  };

  test('comes with a new provider, and its client sees it', async () => {
    const customer = await app.signIn('customer@rasid.test');
    const image = new Blob([Uint8Array.from(await png())], { type: 'image/png' });
    const made = await send('POST', '/company/provider', customer, {
      name: 'Falcon Care',
      email: 'info@falcon.test',
      type: 'FMC',
      countryId: '233',
      firstName: 'Saif',
      lastName: 'Noor',
      adminEmail: 'saif@falcon.test',
      logo: image,
    });
    expect(made.statusCode).toBe(201);
    const { id, logoId, countryId } = made.json().data;
    expect([typeof logoId, countryId]).toEqual(['number', 233]);
    const seen = await app.http.inject({
      url: `/api/company/${id}/logo`,
      headers: { authorization: `Bearer ${customer.token}` },
    });
    expect([seen.statusCode, seen.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(await sharp(seen.rawPayload).metadata()).toMatchObject({ width: 64, height: 32 });
    const other = await app.signIn('other@rasid.test');
    expect((await other.call('GET', `/company/${id}/logo`)).status).toBe(404);
  });

  test('is replaced and removed, and its file is deleted with it', async () => {
    const customer = await app.signIn('customer@rasid.test');
    const own = (await customer.call('GET', '/session')).body.data.company.id;
    const files = async () =>
      (await app.kit.pool.query('SELECT count(*)::integer AS n FROM stored_file WHERE company_id = $1', [own])).rows[0]
        .n;
    const before = await files();
    for (const _ of ['first', 'another']) {
      const image = new Blob([Uint8Array.from(await png())]);
      expect((await send('PATCH', `/company/${own}`, customer, { logo: image })).statusCode).toBe(200);
      expect(await files()).toBe(before + 1);
    }
    const gone = await customer.call('PATCH', `/company/${own}`, { body: { logo: null } });
    expect(gone.body.data.logoId).toBeNull();
    expect(await files()).toBe(before);
    expect((await customer.call('GET', `/company/${own}/logo`)).status).toBe(404);
  });

  test('is refused if it is not a picture', async () => {
    const customer = await app.signIn('customer@rasid.test');
    const own = (await customer.call('GET', '/session')).body.data.company.id;
    const reply = await send('PATCH', `/company/${own}`, customer, { logo: new Blob(['<svg/>']) });
    expect([reply.statusCode, reply.json().errors]).toEqual([418, [{ param: 'logo', msg: 'svgNotAccepted' }]]);
  });
});
