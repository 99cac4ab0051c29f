import { createParser } from 'eventsource-parser';
import type { BenchUser } from './fixtures/fixtures.ts';

type Message = { topic: string; type: string; data: { values?: { time: number }[]; at?: number } };

/** Signs a person in and follows topics of live events. */
export async function watchTopics(
  port: number,
  user: BenchUser,
  topics: readonly string[],
  onMessage: (message: Message) => void,
): Promise<{ token: string; close(): Promise<void> }> {
  const base = `http://127.0.0.1:${port}/api`;
  const reply = await fetch(`${base}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: user.email, password: user.password }),
  });
  const { data } = (await reply.json()) as { data: { token: string } };
  const abort = new AbortController();
  const stream = await fetch(`${base}/events?topics=${topics.join()}`, {
    headers: { authorization: `Bearer ${data.token}` },
    signal: abort.signal,
  });
  if (!stream.ok || !stream.body) throw new Error(`events answered ${stream.status}`);
  const parser = createParser({ onEvent: (event) => onMessage(JSON.parse(event.data) as Message) });
  const body = stream.body;
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of body) parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }));
  })().catch((error: Error) => {
    if (error.name !== 'AbortError') throw error;
  });
  return {
    token: data.token,
    async close() {
      abort.abort();
      await reading;
    },
  };
}

/** Subscribes to the live events of some devices and of all alarms and measures the time from publishing to arrival. */
export async function watchEvents(
  port: number,
  user: BenchUser,
  deviceIds: readonly number[],
): Promise<{ close(): Promise<{ valueMs: number[]; alarmMs: number[] }> }> {
  const valueMs: number[] = [];
  const alarmMs: number[] = [];
  const topics = [...deviceIds.map((id) => `device:${id}`), 'alarms'];
  const { close } = await watchTopics(port, user, topics, (message) => {
    if (message.type === 'values')
      valueMs.push(Date.now() - Math.max(...(message.data.values ?? []).map((value) => value.time)));
    if (message.topic === 'alarms' && message.type === 'raised' && message.data.at)
      alarmMs.push(Date.now() - message.data.at);
  });
  return {
    async close() {
      await close();
      return { valueMs, alarmMs };
    },
  };
}
