import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestPanel, TestPanels } from '#main/testing/panels/test-panels.ts';
import { statementsOf, type TestPerson } from '#main/testing.ts';

let panels: TestPanels;
let panel: TestPanel;
let other: TestPerson;
beforeAll(async () => {
  panels = await TestPanels.begin();
  panel = await panels.add();
  other = await panels.app.signIn('other@rasid.test');
});
afterAll(() => panels.app.close());

const word = 'Silver palm tree';
const plan = { plan: ['Call the shop', 'Send the patrol'], accessNotes: 'Key\nat the gate', hazards: '' };
const flags = { dogs: true, weapons: false, gas: false };
const contact = {
  name: 'خالد القصر',
  phone: '+971 50 555 0199',
  language: 'ar',
  duressContact: false,
  scheduleId: null,
};
const at = (path = '') => `/premises/${panel.site}${path}`;
const file = () => panels.done('GET', at('/file'));
const names = (of: { contacts: { name: string }[] }) => of.contacts.map(({ name }) => name);
const add = async (fields: object = {}) =>
  (await panels.done('POST', at('/contact'), { ...contact, ...fields })).contacts;
const clear = async () => {
  for (const { id } of (await file()).contacts) await panels.done('DELETE', at(`/contact/${id}`));
};
const asTeam = async (email: string) => panels.app.signIn(email);
const signedEvents = async (alarm: number) => (await panels.done('GET', `/alarm/intrusion/${alarm}`)).events;

/** An open incident at the panel. */
async function incident(): Promise<number> {
  await panels.signal(panel, Date.now() - 60_000, { code: 'CL', group: 1 });
  await panels.signal(panel, Date.now() - 30_000, { code: 'BA', zone: 1, group: 1, text: 'Hall PIR' });
  return (await panels.incidents(panel))[0].id;
}

test('the plan of a site is replaced as a whole, and its limits hold', async () => {
  expect(await panels.done('PUT', at('/file'), { ...plan, ...flags })).toMatchObject({ ...plan, ...flags });
  for (const wrong of [
    { plan: Array.from({ length: 21 }, () => 'Step') },
    { plan: ['x'.repeat(301)] },
    { plan: [''] },
    { accessNotes: 'x'.repeat(2001) },
    { hazards: 'x'.repeat(501) },
    { codeWord: 'never' },
  ])
    expect((await panels.call('PUT', at('/file'), { ...plan, ...flags, ...wrong })).status).toBe(418);
});

test('the call list is kept in order, has at most ten people, and an order must name each of them', async () => {
  await clear();
  for (const name of ['A', 'B', 'C']) await add({ name });
  const ids = (await file()).contacts.map(({ id }: { id: number }) => id);
  const order = (of: number[]) => panels.call('PUT', at('/contact-order'), { contactIds: of });
  expect(names((await order([ids[2], ids[0], ids[1]])).body.data)).toEqual(['C', 'A', 'B']);
  for (const wrong of [[ids[0]], [ids[0], ids[0], ids[1]], [...ids, 999_999]])
    expect((await order(wrong)).body.word).toBe('call-list-changed');
  await panels.done('DELETE', at(`/contact/${ids[0]}`));
  expect(
    (await file()).contacts.map(({ name, position }: { name: string; position: number }) => [name, position]),
  ).toEqual([
    ['C', 1],
    ['B', 2],
  ]);
  for (let n = 3; n <= 10; n++) await add({ name: `Contact ${n}` });
  expect((await panels.call('POST', at('/contact'), contact)).body.word).toBe('call-list-full');
  for (const wrong of [{ phone: '0505550199' }, { codeWord: 'ab' }, { codeWord: 'x'.repeat(31) }, { language: 'fr' }])
    expect((await panels.call('PUT', at(`/contact/${ids[1]}`), { ...contact, ...wrong })).status).toBe(418);
  expect((await panels.call('PUT', at(`/contact/${ids[1]}`), { ...contact, scheduleId: 999_999 })).status).toBe(418);
});

test('a code word is stored sealed and is in no answer, history, export or timeline', async () => {
  await clear();
  const [{ id }] = await add({ codeWord: word });
  await panels.done('PUT', at(`/contact/${id}`), { ...contact, name: 'خالد' });
  const exported = await panels.done('POST', '/premises/contact-export');
  const { rows } = await panels.app.kit.pool.query(
    `SELECT (SELECT sealed FROM defcon_contact WHERE id = $1) AS sealed,
            (SELECT jsonb_agg(to_jsonb(l)) FROM change_log l WHERE l.table_name = 'defcon_contact')::text AS log,
            (SELECT jsonb_agg(to_jsonb(v)) FROM view_log v)::text AS views`,
    [id],
  );
  // Changing the name has left the word as it was.
  expect(rows[0].sealed.length).toBeGreaterThan(word.length);
  expect(rows[0].sealed.toString('latin1')).not.toContain(word);
  const alarm = await incident();
  const answers = [
    await file(),
    await panels.done('GET', at('/file/history')),
    exported,
    await panels.done('GET', `/alarm/intrusion/${alarm}/incident`),
    await panels.done('GET', `/alarm/intrusion/${alarm}`),
    rows[0].log,
    rows[0].views,
  ];
  for (const answer of answers) {
    expect(answer).toBeTruthy();
    expect(JSON.stringify(answer)).not.toContain(word);
  }
  const [before] = (await file()).contacts;
  await panels.done('PUT', at(`/contact/${id}`), { ...contact, codeWord: `${word}s` });
  const [after] = (await file()).contacts;
  expect(before.codeWordAt).not.toBe(after.codeWordAt);
  const history = await panels.done('GET', at('/file/history'));
  // The history shows that the word was changed, not the word.
  expect(history[0].changes.map(({ field }: { field: string }) => field)).toContain('codeWordAt');
  await panels.done('PUT', at(`/contact/${id}`), { ...contact, codeWord: null });
  expect((await file()).contacts).toMatchObject([{ codeWordAt: null }]);
});

test('a code word is read for an open incident at its site by those who may close it, and each reading is in the timeline', async () => {
  await clear();
  const [{ id }] = await add({ codeWord: word });
  const [, { id: without }] = await add({ name: 'Hessa' });
  const alarm = await incident();
  const read = (contactId: number, person = panels.customer) =>
    person.call('POST', `/defcon/alarm/intrusion/${alarm}/code-word`, { body: { contactId } });
  const viewer = await asTeam('viewer@rasid.test');
  expect((await read(id, viewer)).status).toBe(403);
  expect((await read(id, other)).status).toBe(404);
  expect((await read(without)).body.word).toBe('no-code-word');
  expect((await read(999_999)).status).toBe(404);
  const before = (await signedEvents(alarm)).length;
  expect((await read(id)).body.data).toEqual({ codeWord: word });
  const events = await signedEvents(alarm);
  expect(events).toHaveLength(before + 1);
  expect(events.at(-1)).toMatchObject({
    action: 'code-word-read',
    data: { contact: contact.name },
    actor: { name: expect.any(String) },
  });
  const [elsewhere] = await panels.app.kit.pool
    .query(
      `WITH p AS (INSERT INTO defcon_premises (company_id, structure_id) SELECT company_id, id FROM structure
                   WHERE company_id = $1 AND id <> $2 ORDER BY id LIMIT 1 ON CONFLICT (structure_id) DO UPDATE SET basis = 'none' RETURNING id, company_id)
       INSERT INTO defcon_contact (company_id, premises_id, position, name, phone, language, sealed, code_word_at)
       SELECT company_id, id, 9, 'X', '+971505550100', 'en', '\\x00', now() FROM p RETURNING id`,
      [panels.company, panel.site],
    )
    .then(({ rows }) => rows);
  expect((await read(elsewhere.id)).status).toBe(404);
  await panels.done('POST', `/alarm/intrusion/${alarm}/acknowledge`, {});
  await panels.done('POST', `/alarm/intrusion/${alarm}/reject`, { cause: 'pet', comment: 'Cat' });
  expect((await read(id)).body.word).toBe('incident-closed');
});

test('the export of call lists is for administrators and is recorded for each site', async () => {
  await clear();
  await add({ codeWord: word });
  const viewer = await asTeam('viewer@rasid.test');
  expect((await viewer.call('POST', '/defcon/premises/contact-export')).status).toBe(403);
  const views = async () =>
    (
      await panels.app.kit.pool.query(
        `SELECT count(*)::integer AS n FROM view_log v JOIN defcon_premises p ON p.id = v.subject_id
          WHERE v.kind = 'call-list' AND v.subject_type = 'defcon_premises' AND p.structure_id = $1`,
        [panel.site],
      )
    ).rows[0].n;
  const lines = await panels.done('POST', '/premises/contact-export');
  expect(lines.find(({ structure }: { structure: { id: number } }) => structure.id === panel.site)).toMatchObject({
    name: contact.name,
    phone: contact.phone,
    hasCodeWord: true,
  });
  expect(await views()).toBeGreaterThan(0);
  expect((await other.call('POST', '/defcon/premises/contact-export')).body.data ?? []).not.toEqual(
    expect.arrayContaining([expect.objectContaining({ structure: expect.objectContaining({ id: panel.site }) })]),
  );
});

test('a site has at most six photos', async () => {
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const send = async () => {
    const body = new FormData();
    body.append('file', new File([picture], 'gate.png', { type: 'image/png' }));
    return panels.customer.call('POST', `/defcon${at('/attachment')}`, { body });
  };
  for (let n = 0; n < 6; n++) expect((await send()).status).toBe(201);
  expect((await send()).body.word).toBe('too-many-files');
  expect(await panels.done('GET', at('/attachment'))).toHaveLength(6);
});

test('the file of an incident has all that its handler must know, in a fixed number of statements', async () => {
  await clear();
  await panels.callList();
  panel = await panels.add();
  await clear();
  await panels.done('PUT', at('/file'), { ...plan, ...flags });
  await add({ codeWord: word });
  await panels.done('POST', `/panel/${panel.id}/user`, { slot: 3, name: 'Reem', userId: null, duress: false });
  const first = await incident();
  await panels.done('POST', `/alarm/intrusion/${first}/acknowledge`, {});
  await panels.done('POST', `/alarm/intrusion/${first}/reject`, { cause: 'pet', comment: 'Cat' });
  const start = Date.now() - 20_000;
  await panels.signal(panel, start, { code: 'CL', group: 1 });
  await panels.signals(panel, [
    [start + 1000, { code: 'BA', zone: 1, group: 1, text: 'Hall PIR' }],
    [start + 2000, { code: 'BA', zone: 2, group: 1 }],
    [start + 3000, { code: 'OP', group: 1, user: 3 }],
  ]);
  const [{ id }] = await panels.incidents(panel);
  const of = `/alarm/intrusion/${id}/incident`;
  const shown = await panels.done('GET', of);
  expect(shown).toMatchObject({
    alarmId: id,
    kind: 'intrusion',
    panel: { id: panel.id, name: expect.any(String) },
    groupNumber: 1,
    groups: [{ number: 1, state: 'disarmed' }],
    hits: [
      { code: 'BA', zone: { number: 1, name: 'Zone 1' }, text: 'Hall PIR', isHit: true, detector: 'door' },
      { code: 'BA', zone: { number: 2 }, isHit: true },
    ],
    confirmed: 'sequential',
    cancelled: { at: new Date(start + 3000).toISOString(), by: 'Reem' },
    site: { id: panel.site },
    premises: {
      ...plan,
      ...flags,
      contacts: [{ name: contact.name, codeWordAt: expect.any(String), reachable: true }],
    },
  });
  expect(shown.earlier[0]).toMatchObject({ id: first, disposition: 'rejected', outcome: { cause: 'pet' } });
  expect(shown.falseAlarms).toBeGreaterThanOrEqual(1);
  const few = await statementsOf(panels.app, () => panels.done('GET', of));
  for (const name of ['B', 'C', 'D']) await add({ name });
  await panels.signal(panel, start + 2500, { code: 'BA', zone: 1, group: 1 });
  const many = await statementsOf(panels.app, () => panels.done('GET', of));
  expect(many.length).toBe(few.length);
  expect((await other.call('GET', `/defcon${of}`)).status).toBe(404);
});
