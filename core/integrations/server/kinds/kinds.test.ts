import { describe, expect, test } from 'vitest';
import type { Pointers } from '../../common/connector.ts';
import { osmandJson, traccarPosition } from '../fixtures/servers.ts';
import { ttsMessages } from '../fixtures/tts.ts';
import { Unreadable } from '../inbound.ts';
import { http } from './http.ts';
import { osmand } from './osmand.ts';
import { traccar } from './traccar.ts';
import { tts } from './tts.ts';

const time = '2026-11-10T08:00:00.000Z';
const sent = (message: unknown) => ({
  body: Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)),
  event: '',
});

describe('a body of any JSON', () => {
  const pointers: Pointers = { items: null, device: '/id', time: null, lat: null, lng: null, values: '', key: null };
  const read = (message: unknown, more: Partial<Pointers> = {}) =>
    http(sent(message), { pointers: { ...pointers, ...more } });

  test('may contain a thousand messages, and not one more', () => {
    const items = (count: number) => Array.from({ length: count }, (_, n) => ({ id: n, v: n }));
    expect(read(items(1000))).toHaveLength(1000);
    expect(() => read(items(1001))).toThrow(Unreadable);
    expect(() => read([])).toThrow(Unreadable);
  });

  test('is read by pointers whose names may have slashes and tildes', () => {
    const [message] = read({ 'a/b': 'S1', 'c~d': { x: 1 }, '~1': { x: 2 } }, { device: '/a~1b', values: '/c~0d' });
    expect(message).toMatchObject({ externalId: 'S1', values: { x: 1 } });
    // "~01" is a tilde and a one, not a slash.
    expect(read({ id: 'S1', '~1': { x: 2 } }, { values: '/~01' })[0]?.values).toEqual({ x: 2 });
  });
});

describe('a position of Traccar', () => {
  const read = (position: object) => {
    const body = traccarPosition(time);
    return traccar(sent({ ...body, position: { ...body.position, ...position } }))[0];
  };

  test('has no place if it is outdated or not valid, and keeps its values', () => {
    for (const position of [{ outdated: true }, { valid: false }]) {
      expect(read(position)).not.toHaveProperty('position');
      expect(read(position)?.values).toMatchObject({ batteryLevel: 84 });
    }
    expect(read({})?.position).toMatchObject({ lat: 25.0805, lng: 55.1403 });
  });

  test('has an accuracy if the device reports one, for which Traccar writes 0 otherwise', () => {
    expect(read({ accuracy: 0 })?.position).not.toHaveProperty('accuracy');
    expect(read({ accuracy: 7.5 })?.position).toMatchObject({ accuracy: 7.5 });
  });
});

describe('a position of the OsmAnd protocol', () => {
  const json = (coords: object, level = 0.42) => {
    const { location, ...body } = osmandJson(time);
    const changed = { ...location, coords: { ...location.coords, ...coords }, battery: { level, is_charging: false } };
    return osmand(sent({ ...body, location: changed }))[0];
  };

  test('leaves out the speed and heading that a client does not know, for which it writes negative numbers', () => {
    expect(json({ speed: -1, heading: -1 })?.position).toEqual({
      lat: 25.0805,
      lng: 55.1403,
      accuracy: 15,
      altitude: 12,
    });
    expect(json({ speed: 0, heading: 0 })?.position).toMatchObject({ speed: 0, heading: 0 });
  });

  test('has the battery in whole percent', () => {
    expect([0.429, 0.996, 0].map((level) => json({}, level)?.values.batt)).toEqual([43, 100, 0]);
  });

  test('is read from one pair of coordinates, and from nothing else', () => {
    const place = (location: string) => osmand(sent(`id=S1&timestamp=1&location=${location}`))[0]?.position;
    expect(place('25.2,55.3')).toEqual({ lat: 25.2, lng: 55.3 });
    expect(['25.2', '25.2,55.3,7', '25.2,x', ''].map(place)).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe('a message of The Things Stack', () => {
  const { up } = ttsMessages(time);
  const read = (more: object, uplink: object = {}) =>
    tts(sent({ ...up, ...more, uplink_message: { ...up.uplink_message, ...uplink } }))[0];

  test('is simulated if the message or its content states it', () => {
    expect(read({ simulated: true })?.simulated).toBe(true);
    expect(read({}, { simulated: true })?.simulated).toBe(true);
    expect(read({})).not.toHaveProperty('simulated');
  });

  test('has the signal of the gateway that heard it best', () => {
    const heard = [{ rssi: -110, snr: 1 }, { snr: 9 }, { rssi: -70, snr: 7 }, { rssi: -90, snr: 3 }];
    expect(read({}, { rx_metadata: heard })).toMatchObject({ signal: -70, network: { rssi: -70, snr: 7 } });
  });

  test('has a different key for each event of a downlink, which share a correlation id', () => {
    const keyOf = (event: string, id: string) =>
      tts(sent({ ...up, uplink_message: undefined, correlation_ids: [id], [event]: {} }))[0]?.keys;
    const [sentKey, ackKey] = ['downlink_sent', 'downlink_ack'].map((event) => keyOf(event, 'as:downlink:01H'));
    expect(sentKey).toHaveLength(1);
    expect(sentKey).not.toEqual(ackKey);
    expect(keyOf('downlink_ack', 'as:downlink:01H')).toEqual(ackKey);
    expect(keyOf('downlink_ack', 'as:downlink:01J')).not.toEqual(ackKey);
  });
});
