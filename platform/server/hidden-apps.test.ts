import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid } from '#main/testing.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid({ hidden: ['sample'] });
});
afterAll(() => app.close());

test('a hidden app is named in no reply, neither to an entitled customer nor to the platform', async () => {
  for (const name of ['customer', 'super']) {
    const person = await app.signIn(`${name}@rasid.test`);
    const answers = await Promise.all(
      ['/session', '/meta', '/permissions/flat', '/permissions/hierarchy'].map((path) => person.call('GET', path)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const [session, meta, flat, hierarchy] = answers.map(({ body }) => body.data);
    expect(session.session.apps).not.toContain('sample');
    expect(meta.apps.map((one: { id: string }) => one.id)).not.toContain('sample');
    expect(Object.keys(flat).filter((key) => /sample/.test(key))).toEqual([]);
    expect(hierarchy.map((one: { module: string }) => one.module)).not.toContain('sample');
    // The others stay.
    expect(session.session.apps).toContain('rooms');
    expect(Object.keys(flat)).toContain('m_rooms');
    expect((await person.call('GET', '/sample/device')).status).toBe(404);
  }
});
