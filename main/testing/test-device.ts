import mqtt, { type MqttClient } from 'mqtt';
import { vi } from 'vitest';
import { makeMissing } from '#core/states/server/api.ts';
import { mqttPortOf } from '#core/telemetry/server/api.ts';
import { type DueWork, doDue, dueBacklog } from '#platform/server/due.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import type { Rasid, TestPerson } from '../testing.ts';
import { type Answer, Answers } from './answers.ts';

export type TestDevice = {
  id: number;
  name: string;
  secret: string;
  connect(): Promise<MqttClient>;
  /** Publishes at QoS 1 and resolves with the acknowledgement. */
  publish(payload: unknown, topic?: string): Promise<void>;
  /** Answers the commands of the device. */
  follow(answer: Answer): Promise<void>;
  end(): Promise<void>;
};

/** A device of the demo data with a new secret and an MQTT client. */
export async function testDevice(app: Rasid, person: TestPerson, filter: string, api = '/sample'): Promise<TestDevice> {
  const devices = await person.call('GET', `${api}/device?limit=1&sort[id]=asc&${filter}`);
  const id: number = devices.body.data[0].id;
  const made = await person.call('PUT', `${api}/device/${id}/credential`);
  const { name, secret } = made.body.data as { name: string; secret: string };
  const clients: MqttClient[] = [];
  const answers = new Map<MqttClient, Answers>();
  const connect = async () => {
    const client = await mqtt.connectAsync({
      host: '127.0.0.1',
      port: mqttPortOf(app.kit) ?? 0,
      username: name,
      password: secret,
      reconnectPeriod: 0,
    });
    clients.push(client);
    return client;
  };
  return {
    id,
    name,
    secret,
    connect,
    async publish(payload, topic = 'v1/devices/me/telemetry') {
      const client = clients[0] ?? (await connect());
      await client.publishAsync(
        topic,
        typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
        { qos: 1 },
      );
    },
    async follow(answer) {
      const client = clients[0] ?? (await connect());
      const followed = answers.get(client) ?? new Answers();
      answers.set(client, followed);
      followed.follow(client, answer);
      await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
    },
    async end() {
      await Promise.all(clients.map((client) => answers.get(client)?.stop(client)));
      await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
    },
  };
}

/** Repeats the read until `accepts` returns true and resolves with that answer. Throws after `withinMs`. */
export async function eventually<T>(
  read: () => Promise<T>,
  accepts: (answer: T) => boolean,
  withinMs = 60_000,
): Promise<T> {
  const until = Date.now() + withinMs;
  for (;;) {
    const answer = await read();
    if (accepts(answer)) return answer;
    if (Date.now() > until) throw new Error(`timed out; the last answer was ${JSON.stringify(answer)?.slice(0, 2000)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Waits until the assertions hold; the result of the check. `vi.waitFor` alone gives up after a second. */
export const eventuallyPasses = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 60_000 });

/** Does due work, and waits for what the worker of the started server has begun at the same time. */
export async function dueDone({ kit }: Rasid, works: readonly DueWork[]): Promise<void> {
  await doDue(kit, works);
  for (const work of works)
    await eventually(
      () => inSystem(kit.db, (tx) => dueBacklog(work).read(tx)),
      ({ waiting }) => waiting === 0,
    );
}

/** Makes the states of a device from its stored readings, which a test has written past the gateway. */
export async function remakeStates({ kit }: Rasid, device: number): Promise<void> {
  for (const table of ['state_interval', 'state_current'])
    await kit.pool.query(`DELETE FROM ${table} WHERE device_id = $1`, [device]);
  await makeMissing(kit);
}
