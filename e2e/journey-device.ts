import type { APIRequestContext } from '@playwright/test';
import mqtt from 'mqtt';
import { Answers } from '#main/testing/answers.ts';
import { headersOf } from './journey-session.ts';
import { currentLease } from './servers/lease.ts';

type JourneyDevice = {
  id: number;
  name: string;
  structure: { name: string };
  publish(values: object): Promise<void>;
  /** Publishes a payload as it is. */
  send(payload: object): Promise<void>;
  /** Acknowledges commands and reports the values that `values` gives for their params. */
  follow(values: (params: Record<string, unknown>, method: string) => object): Promise<void>;
  end(): Promise<void>;
};

/** A demo device with a new secret, publishing like a real client. */
export async function deviceOf(
  request: APIRequestContext,
  person: string,
  filter: string,
  app = 'swam',
): Promise<JourneyDevice> {
  const headers = await headersOf(request, person);
  const found = (await (await request.get(`/api/${app}/device?limit=1&${filter}`, { headers })).json()).data[0] as {
    id: number;
    name: string;
    structure: { name: string };
  };
  const made = (await (await request.put(`/api/${app}/device/${found.id}/credential`, { headers })).json()).data as {
    name: string;
    secret: string;
  };
  const client = await mqtt.connectAsync({
    host: '127.0.0.1',
    port: (await currentLease()).mqttPort,
    username: made.name,
    password: made.secret,
  });
  const send = async (payload: object) =>
    void (await client.publishAsync('v1/devices/me/telemetry', JSON.stringify(payload), { qos: 1 }));
  const answers = new Answers();
  const publish = (values: object) => send({ ts: Date.now(), values });
  return {
    ...found,
    send,
    publish,
    async follow(values) {
      answers.follow(client, (_topic, { params, method }) => publish(values(params, method)));
      await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
    },
    async end() {
      await answers.stop(client);
      await client.endAsync();
    },
  };
}

/** Closes the open alarms of a device, which another journey may have left. */
export async function closeAlarms(request: APIRequestContext, device: number): Promise<void> {
  const headers = await headersOf(request, 'customer');
  const { data } = await (await request.get(`/api/swam/alarm?deviceId=${device}`, { headers })).json();
  for (const { id, class: of } of data)
    await request.post(`/api/swam/alarm/${of}/${id}/terminate`, { headers, data: {} });
}
