import { beforeAll, describe, expect, test } from 'vitest';
import {
  addDevice,
  app,
  connect,
  customer,
  letters,
  other,
  post,
  readings,
  withConnectors,
} from '#main/testing/test-connectors.ts';
import { chirpstackEvents } from './fixtures/chirpstack.ts';
import { traccarPosition } from './fixtures/servers.ts';

withConnectors();
const serial = '0101010101010101';
let air: number;
beforeAll(async () => {
  air = await addDevice(serial, 90401);
});
const refusedOnce = { accepted: 0, duplicates: 0, refused: 1 };
const time = new Date().toISOString();

describe('a hostile body', () => {
  test.each([
    ['a name of a profile', (nul: string) => ({ deviceInfo: { devEui: serial, deviceProfileName: `a${nul}b` } }), 'up'],
    [
      'an unknown device with it',
      (nul: string) => ({ deviceInfo: { devEui: 'AAAA', deviceProfileName: `a${nul}b` } }),
      'up',
    ],
    ['an application', (nul: string) => ({ deviceInfo: { devEui: serial, applicationId: `a${nul}b` } }), 'up'],
    ['a queue item', (nul: string) => ({ deviceInfo: { devEui: serial }, queueItemId: `a${nul}b` }), 'txack'],
    [
      'a line of the log',
      (nul: string) => ({ deviceInfo: { devEui: serial }, level: 'ERROR', description: `a${nul}b` }),
      'log',
    ],
    [
      'a location',
      (nul: string) => ({ deviceInfo: { devEui: serial }, location: { latitude: 1, longitude: 2, [`a${nul}`]: nul } }),
      'location',
    ],
    [
      'a key of a value',
      (nul: string) => ({ deviceInfo: { devEui: serial }, object: { [`a${nul}b`]: 1, temperature: 20 } }),
      'up',
    ],
  ])('is answered although %s holds what no database stores', async (_, body, event) => {
    const connector = await connect('chirpstack');
    const answer = await post(connector, body('\0'), `?event=${event}`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  });

  test('is refused when it is nested deeper than anything that is read', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const http = await connect('http');
    const one = `{"id":"${serial}","a":${deep}}`;
    for (const body of [one, `[${one.slice(0, -1)},"b":1},{}]`]) {
      const answer = await post(http, body);
      expect(answer.status).toBe(200);
      expect(answer.body.data).toEqual(refusedOnce);
    }
    const traccar = await connect('traccar');
    const position = JSON.stringify(traccarPosition(time)).replace('"batteryLevel":84', `"batteryLevel":${deep}`);
    expect((await post(traccar, position)).body.data).toEqual(refusedOnce);
  });

  test('a key that is too long for a mapping does not prevent other values from being stored', async () => {
    const connector = await connect('http');
    const long = Array.from({ length: 5000 }, () => Math.random().toString(36).slice(2)).join('');
    const answer = await post(connector, { id: serial, [long]: 1, temperature: 21.25 });
    expect(answer.status).toBe(200);
    expect((await readings(air, 'temperature')).map(({ value }) => value)).toContain(21.25);
  });

  test('two simultaneous messages with a queue item id that is too long cause no error', async () => {
    const connector = await connect('chirpstack');
    const long = Array.from({ length: 2000 }, () => Math.random().toString(36).slice(2)).join('');
    const { txack } = chirpstackEvents(time);
    const answer = await post(connector, { ...txack, queueItemId: long }, '?event=txack');
    expect(answer.status).toBe(200);
  });

  test('counts each of its messages against the rate of the connector', async () => {
    const connector = await connect('http', { rate: 10 });
    const answer = await post(
      connector,
      Array.from({ length: 200 }, (_, n) => ({ id: serial, n })),
    );
    expect(answer.status).toBe(200);
    expect((await post(connector, { id: serial, n: -1 })).status).toBe(429);
  });

  test('with more messages than one call may contain becomes one dead letter', async () => {
    const connector = await connect('http');
    const answer = await post(
      connector,
      Array.from({ length: 20_000 }, (_, n) => ({ n })),
    );
    expect(answer.body.data).toEqual(refusedOnce);
    expect(await letters(connector)).toHaveLength(1);
  });

  test('cannot fill a list of keys or unknown devices without limit', async () => {
    const connector = await connect('http', { rate: 1000 });
    for (let part = 0; part < 4; part++)
      await post(connector, {
        id: serial,
        ...Object.fromEntries(Array.from({ length: 490 }, (_, n) => [`k${part}-${n}`, n])),
      });
    const { rows } = await app.kit.pool.query(
      'SELECT count(*)::integer AS n FROM connector_field WHERE connector_id = $1',
      [connector.id],
    );
    expect(rows[0].n).toBeLessThanOrEqual(1000);
  });

  test('with names of the prototype is read like any other', async () => {
    const connector = await connect('http');
    const answer = await post(
      connector,
      `{"id":"${serial}","__proto__":{"temperature":5},"constructor":{"prototype":{"a":1}},"toString":1}`,
    );
    expect(answer.status).toBe(200);
    expect(({} as { a?: unknown }).a).toBeUndefined();
  });

  test('times beyond the calendar cause no error', async () => {
    const connector = await connect('http', { pointers: { time: '/t' } });
    for (const t of [1e300, -1e300, 8.64e15 + 1, '99999999999999999999', '0000-00-00', null, {}, '-1'])
      expect((await post(connector, { id: serial, t, temperature: 20, x: String(t) })).status, String(t)).toBe(200);
    const chirpstack = await connect('chirpstack');
    for (const t of [1e300, '99999999999999999999'])
      expect(
        (await post(chirpstack, { ...chirpstackEvents(time).up, time: t, deduplicationId: `${t}` }, '?event=up'))
          .status,
      ).toBe(200);
  });
});

describe('a message that the database refuses', () => {
  beforeAll(async () => {
    await app.kit.pool.query(
      "ALTER TABLE connector_message ADD CONSTRAINT refusing CHECK (external_id <> 'REFUSED') NOT VALID",
    );
  });

  test('is the only one set aside: the other messages of its batch are stored, and it is not repeated forever', async () => {
    const [mine, theirs] = [await connect('http'), await connect('http', {}, other)];
    const answers = await Promise.all([
      post(mine, { id: 'REFUSED' }),
      ...Array.from({ length: 8 }, (_, n) => post(theirs, { id: 'nobody', n })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200));
    expect((await letters(mine))[0]).toMatchObject({ stage: 'validate', reasons: [{ msg: 'not-stored' }] });
    const { data } = (await other.call('GET', `/connector/${theirs.id}/message`)).body;
    expect(data).toHaveLength(8);
  });
});

describe('the key of a link', () => {
  test('does not follow its link to another broker', async () => {
    const connector = await connect('chirpstack');
    const save = (url: string, key: string | null) =>
      customer.call('PUT', `/connector/${connector.id}/link`, { body: { way: 'mqtt', url, userName: 'u', key } });
    expect((await save('mqtts://broker.example.com:8883', 'secret')).body.data.link.hasKey).toBe(true);
    expect((await save('mqtts://evil.example.org:8883', null)).body.data.link.hasKey).toBe(false);
  });
  test('is one line, as headers require', async () => {
    const connector = await connect('chirpstack');
    const saved = await customer.call('PUT', `/connector/${connector.id}/link`, {
      body: { way: 'http', url: 'https://chirpstack.example.com', key: 'a\r\nX-Evil: 1' },
    });
    expect(saved.status).toBe(418);
  });
});
