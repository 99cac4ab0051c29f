import { createParser } from 'eventsource-parser';
import type { TestPerson } from '../../testing.ts';

/** An event of a live stream. */
export type LiveEvent = {
  topic: string;
  type: string;
  own?: true;
  data: { id?: number; values?: { sensor: string; value: number }[]; kind?: string };
};

/** Opens an event stream as a page of the person does, and collects its events. */
export async function listenAt(base: string, person: TestPerson, topics: string, page?: string) {
  const abort = new AbortController();
  const reply = await fetch(`${base}/events?topics=${topics}`, {
    headers: { authorization: `Bearer ${person.token}`, ...(page ? { 'page-id': page } : {}) },
    signal: abort.signal,
  });
  const events: LiveEvent[] = [];
  const parser = createParser({
    onEvent(message) {
      const event = JSON.parse(message.data) as LiveEvent;
      if (event.type !== 'opened') events.push(event);
    },
  });
  const body = reply.body;
  const reading = (async () => {
    if (!body) return;
    const decoder = new TextDecoder();
    for await (const chunk of body) parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }));
  })().catch((error: Error) => {
    if (error.name !== 'AbortError') throw error;
  });
  const close = async () => {
    abort.abort();
    await reading;
  };
  return { status: reply.status, events, close, ended: reading };
}
