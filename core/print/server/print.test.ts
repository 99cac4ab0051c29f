import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { inSystem, inTenant } from '#platform/server/postgres/database.ts';
import { requestPrint } from './api.ts';
import { addKey, nonceHeader } from './keys.ts';
import { startPrinting } from './worker.ts';

let app: Rasid;
let customer: TestPerson;
let viewer: TestPerson;
let other: TestPerson;
let company: number;
let web: Server;
let baseUrl: string;

const page = `<body><script>
  const [company, secret] = new URLSearchParams(location.search).get('cacheKey').split('.');
  fetch('/api/company/' + company + '/report/parameter/temporary/' + secret).then((r) => r.json()).then(({ data }) => {
    document.title = data.title;
    if (!data.data.slow) document.documentElement.dataset.render = data.data.broken ? 'error' : 'ready';
  });
</script></body>`;

beforeAll(async () => {
  app = await rasid();
  [customer, viewer, other] = await Promise.all([
    app.signIn('customer@rasid.test'),
    app.signIn('viewer@rasid.test'),
    app.signIn('other@rasid.test'),
  ]);
  company = (await customer.call('GET', '/session')).body.data.company.id;
  // The pages of the web app are built; here is one that only reads its document.
  web = createServer(async (request, reply) => {
    if (!request.url?.startsWith('/api/')) return reply.setHeader('content-type', 'text/html').end(page);
    const answer = await app.http.inject({
      url: request.url,
      headers: { [nonceHeader]: String(request.headers[nonceHeader]) },
    });
    return reply.writeHead(answer.statusCode, { 'content-type': 'application/json' }).end(answer.body);
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
});
afterAll(async () => {
  web.close();
  await app.close();
});

const documentOf = (data: object) =>
  ({ companyId: company, page: 'tank-certificate', language: 'ar', title: 'Bill 7', data }) as const;

/** Requests a document as a person does in a call of a slice. */
async function request(person: TestPerson, data: object): Promise<number> {
  const { body } = await person.call('GET', '/session');
  const scope = { companies: [company], userId: body.data.user.id, actingFor: company };
  return inTenant(app.kit.people.db, scope, (tx) =>
    requestPrint({ tx, kit: app.kit, actor: { scope } as never }, documentOf(data)),
  );
}

const read = (cacheKey: string, nonce: string) => {
  const [companyId, secret] = cacheKey.split('.');
  return app.anonymous.call('GET', `/company/${companyId}/report/parameter/temporary/${secret}`, {
    headers: { [nonceHeader]: nonce },
  });
};

describe('the key of a document', () => {
  test('opens it once, with its nonce, within two minutes and only for its company', async () => {
    const id = await request(customer, { total: 12 });
    const { cacheKey, nonce } = await addKey(app.kit, id, company);
    const [, secret] = cacheKey.split('.');
    const refused = [
      await read(cacheKey, 'another'),
      await read(`${company + 1}.${secret}`, nonce),
      await read(`${company}.x`, nonce),
    ];
    expect(refused.map(({ status, body }) => [status, body.word])).toEqual(Array(3).fill([410, 'print-key-invalid']));
    const opened = await read(cacheKey, nonce);
    expect([opened.status, opened.body.data]).toEqual([
      200,
      { page: 'tank-certificate', language: 'ar', title: 'Bill 7', data: { total: 12 } },
    ]);
    expect((await read(cacheKey, nonce)).status).toBe(410);

    const late = await addKey(app.kit, id, company);
    await app.kit.pool.query("UPDATE print_key SET expires_at = now() - interval '1 second' WHERE used_at IS NULL");
    expect((await read(late.cacheKey, late.nonce)).status).toBe(410);
  });

  test('is stored as hashes only', async () => {
    const { cacheKey, nonce } = await addKey(app.kit, await request(customer, { total: 1 }), company);
    const { rows } = await app.kit.pool.query('SELECT print_key::text AS text FROM print_key');
    expect(rows.some(({ text }) => text.includes(cacheKey.split('.')[1]) || text.includes(nonce))).toBe(false);
  });
});

describe('a requested document', () => {
  const stateOf = async (person: TestPerson, id: number) =>
    (await person.call('GET', `/company/${company}/print/${id}`)).body.data;

  test('is of a page that a manifest declares', async () => {
    const scope = { companies: [company], userId: 1, actingFor: company };
    const asked = inTenant(app.kit.people.db, scope, (tx) =>
      requestPrint({ tx, kit: app.kit, actor: { scope } }, { ...documentOf({}), page: 'unheard-of' }),
    );
    await expect(asked).rejects.toThrow('no manifest declares the printed page "unheard-of"');
  });

  test('is laid out in the background, and only the person who requested it can read it', async () => {
    const stop = await startPrinting({ ...app.kit, settings: { ...app.kit.settings, printUrl: baseUrl } });
    const id = await request(customer, { total: 5 });
    expect(await request(customer, { total: 5 })).toBe(id);
    await vi.waitFor(async () => expect((await stateOf(customer, id)).state).toBe('done'), 60_000);
    const file = await customer.call('GET', `/company/${company}/print/${id}/file`);
    expect([file.status, file.headers['content-type'], String(file.body).slice(0, 5)]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ]);
    expect(file.headers['content-disposition']).toContain('Bill 7.pdf');
    for (const person of [viewer, other])
      for (const path of ['', '/file'])
        expect((await person.call('GET', `/company/${company}/print/${id}${path}`)).status).toBe(404);

    const broken = await request(customer, { broken: true });
    await vi.waitFor(
      async () => expect(await stateOf(customer, broken)).toMatchObject({ state: 'failed', error: 'page-failed' }),
      60_000,
    );
    await stop();
    // A failed one is queued again when it is requested again.
    expect(await request(customer, { broken: true })).toBe(broken);
    expect((await stateOf(customer, broken)).state).toBe('queued');
    await inSystem(app.kit.db, (tx) =>
      tx.updateTable('printDocument').set({ state: 'failed' }).where('id', '=', broken).execute(),
    );
  });

  test('waits for a server that is about to start', async () => {
    const { port } = web.address() as AddressInfo;
    await new Promise((resolve) => web.close(resolve).closeAllConnections());
    const stop = await startPrinting({ ...app.kit, settings: { ...app.kit.settings, printUrl: baseUrl } });
    const id = await request(customer, { total: 6 });
    const waiting = `SELECT FROM jobs.job WHERE data @> $1 AND state = 'created' AND start_after > created_on`;
    await vi.waitFor(
      async () =>
        expect((await app.kit.pool.query(waiting, [{ documentId: id, missed: 1 }])).rowCount).toBeGreaterThan(0),
      60_000,
    );
    await new Promise<void>((resolve) => web.listen(port, '127.0.0.1', resolve));
    await vi.waitFor(async () => expect((await stateOf(customer, id)).state).toBe('done'), 60_000);
    await stop();
  });

  test('that is under way when the server stops is laid out after the next start', async () => {
    const stop = await startPrinting({ ...app.kit, settings: { ...app.kit.settings, printUrl: baseUrl } });
    const id = await request(customer, { slow: true });
    const jobStates = async () => {
      const { rows } = await app.kit.pool.query('SELECT state FROM jobs.job WHERE data @> $1', [{ documentId: id }]);
      return rows.map(({ state }) => state);
    };
    await vi.waitFor(async () => expect(await jobStates()).toEqual(['active']), 60_000);
    await stop();
    expect([await jobStates(), (await stateOf(customer, id)).state]).toEqual([['retry'], 'queued']);
    await inSystem(app.kit.db, (tx) =>
      tx.updateTable('printDocument').set({ state: 'failed' }).where('id', '=', id).execute(),
    );
  });

  test('is refused while ten others of the same person wait', async () => {
    for (let n = 0; n < 10; n++) await request(viewer, { n });
    await expect(request(viewer, { n: 10 })).rejects.toMatchObject({ status: 429, word: 'too-many-prints' });
    expect(await request(viewer, { n: 9 })).toBe(await request(viewer, { n: 9 }));
  });
});
