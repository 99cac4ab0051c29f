import type { APIRequestContext } from '@playwright/test';
import mqtt, { type MqttClient } from 'mqtt';
import { type Answer, Answers } from '#main/testing/answers.ts';
import { headersOf } from './journey.ts';
import { currentLease } from './servers/lease.ts';

/** A demo lock with a new secret that keeps codes and cards as ordered. It sleeps while it is not connected. */
export type JourneyLock = { id: number; name: string; wake(): Promise<void>; sleep(): Promise<void> };

export async function lockOf(request: APIRequestContext, filter: string): Promise<JourneyLock> {
  const headers = await headersOf(request, 'customer');
  const found = (await (await request.get(`/api/metrowatch/device?limit=1&${filter}`, { headers })).json()).data[0] as {
    id: number;
    name: string;
  };
  const made = (await (await request.put(`/api/metrowatch/device/${found.id}/credential`, { headers })).json())
    .data as {
    name: string;
    secret: string;
  };
  const codes: Record<string, string> = {};
  const cards: Record<string, string> = {};
  let client: MqttClient | undefined;
  let answers = new Answers();
  const send = (topic: string, payload: object) =>
    client?.publishAsync(`v1/devices/me/${topic}`, JSON.stringify(payload), { qos: 1 });
  const answer: Answer = async (topic, { method, params }) => {
    if (method === 'setCode') codes[String(params.slot)] = String(params.fingerprint);
    if (method === 'deleteCode') delete codes[String(params.slot)];
    if (method === 'setCard') cards[String(params.slot)] = String(params.fingerprint);
    if (method === 'deleteCard') delete cards[String(params.slot)];
    await send('attributes', { codes, cards });
    await send(`rpc/response/${topic.split('/').at(-1)}`, {});
  };
  return {
    ...found,
    async wake() {
      client = await mqtt.connectAsync({
        host: '127.0.0.1',
        port: (await currentLease()).mqttPort,
        username: made.name,
        password: made.secret,
      });
      answers = new Answers();
      answers.follow(client, answer);
      await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
      await send('telemetry', { lockState: 'locked' });
    },
    async sleep() {
      if (!client) return;
      await answers.stop(client);
      await client.endAsync();
      client = undefined;
    },
  };
}
