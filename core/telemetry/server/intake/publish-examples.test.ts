import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import mqtt from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  arduinoSketch,
  exampleValue,
  httpCommand,
  mqttCommand,
  type PublishTarget,
} from '#core/devices/common/models/publish-examples.ts';
import { eventually } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { mqttPortOf } from '../api.ts';

let app: Rasid;
let customer: TestPerson;
let tools: string;

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  tools = mkdtempSync(join(tmpdir(), 'publish-'));
  // Prints its arguments as a shell has parsed them.
  for (const name of ['mosquitto_pub', 'curl'])
    writeFileSync(join(tools, name), '#!/bin/sh\nfor word in "$@"; do printf "%s\\0" "$word"; done\n', { mode: 0o755 });
});
afterAll(async () => {
  rmSync(tools, { recursive: true });
  await app.close();
});

/** The arguments of a command, as a shell parses them. */
async function wordsOf(command: string): Promise<string[]> {
  const shell = spawn('sh', ['-c', command], {
    env: { PATH: [tools, process.env.PATH].join(delimiter) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  shell.stdout.on('data', (data: Buffer) => (output += data.toString()));
  await once(shell, 'close');
  return output.split('\0').slice(0, -1);
}
const optionsOf = (words: string[]) =>
  new Map(words.flatMap((word, at) => (word.startsWith('-') ? [[word, words[at + 1] ?? '']] : [])));

async function targetOf(solution: number): Promise<PublishTarget & { id: number }> {
  const [device] = (await customer.call('GET', `/sample/device?limit=1&sort[id]=asc&solutionId=${solution}`)).body.data;
  const { name, secret } = (await customer.call('PUT', `/sample/device/${device.id}/credential`)).body.data;
  const address = app.http.server.address() as { port: number };
  return {
    id: device.id,
    name,
    secret,
    mqtt: { host: '127.0.0.1', port: mqttPortOf(app.kit) ?? 0, tls: false },
    origin: `http://127.0.0.1:${address.port}`,
    values: (await customer.call('GET', `/sample/device/${device.id}`)).body.data.exampleValues,
  };
}
const valuesOf = async (id: number) =>
  Object.fromEntries(
    (await customer.call('GET', `/sample/device/${id}`)).body.data.values.map(
      ({ sensor, value }: { sensor: string; value: unknown }) => [sensor, value],
    ),
  );

test('the printed MQTT command stores a value of every sensor of the model', async () => {
  const target = await targetOf(901);
  expect(Object.keys(target.values).sort()).toEqual(['battery', 'leak', 'level', 'rssi', 'temperature']);
  const options = optionsOf(await wordsOf(mqttCommand(target)));
  const client = await mqtt.connectAsync({
    host: options.get('-h') as string,
    port: Number(options.get('-p')),
    username: options.get('-u') as string,
    password: options.get('-P') as string,
    reconnectPeriod: 0,
  });
  await client.publishAsync(options.get('-t') as string, options.get('-m') as string, { qos: 1 });
  expect(await valuesOf(target.id)).toEqual(target.values);
  await client.endAsync();
});

test('the printed HTTP command stores a value of every sensor of the model, each time that it is sent', async () => {
  const target = await targetOf(903);
  const words = await wordsOf(httpCommand(target));
  const options = optionsOf(words);
  const send = (body: string) =>
    fetch(words.find((word) => word.startsWith('http')) as string, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(options.get('-u') as string).toString('base64')}`,
        [options.get('-H')?.split(': ')[0] as string]: options.get('-H')?.split(': ')[1] as string,
      },
      body,
    });
  const message = options.get('-d') as string;
  expect((await send(message)).status).toBe(200);
  expect(await valuesOf(target.id)).toEqual(target.values);
  // Without a time of its own, a second message is a second measurement.
  await eventually(
    async () => {
      await send(message.replace('"flow":6.5', '"flow":7.5'));
      return (await valuesOf(target.id)).flow;
    },
    (flow) => flow === 7.5,
  );
});

test('the sketch has the host, port, name, secret and values of the device', async () => {
  const target = await targetOf(901);
  const sketch = arduinoSketch({ ...target, secret: 'with"quote' }, 60);
  expect(sketch).toContain(`client.setServer("127.0.0.1", ${target.mqtt.port});`);
  expect(sketch).toContain(`client.connect("${target.name}", "${target.name}", "with\\"quote")`);
  expect(sketch).toContain('{\\"values\\":{');
  expect(sketch).toContain('delay(60000);');
  expect(sketch).not.toContain('\\"ts');
});

test('every sensor has an example that the server accepts', () => {
  for (const { sensorTypes = [] } of app.kit.apps)
    for (const sensor of sensorTypes) {
      const value = exampleValue(sensor);
      expect([sensor.key, typeof value]).toEqual([sensor.key, sensor.kind === 'text' ? 'string' : sensor.kind]);
      if (typeof value === 'number') {
        expect(value).toBeGreaterThanOrEqual(sensor.min ?? value);
        expect(value).toBeLessThanOrEqual(sensor.max ?? value);
      }
    }
});
