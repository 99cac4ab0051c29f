import { followFeed } from '#platform/web/light/follow-feed.ts';
import type { ScreenView } from '../../../common/screen.ts';

type Started = { code: string; secret: string };
type Paired = { state: 'waiting' | 'paired' | 'expired'; address: string | null };

/** Null if the server cannot be reached, or is busy. */
async function ask<Answer>(url: string, init?: RequestInit): Promise<{ status: number; answer: Answer } | null> {
  try {
    const reply = await fetch(url, { ...init, referrerPolicy: 'no-referrer', credentials: 'omit' });
    return { status: reply.status, answer: (await reply.json()) as Answer };
  } catch {
    // The network fails without a reply.
    return null;
  }
}

async function post<Answer>(path: string, body: object): Promise<Answer | null> {
  const headers = { 'content-type': 'application/json' };
  const reply = await ask<{ data: Answer }>(`/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return reply && reply.status < 300 ? reply.answer.data : null;
}

export const screenCalls = () => ({
  start: () => post<Started>('/screen-pairing', {}),
  state: (secret: string) => post<Paired>('/screen-pairing/state', { secret }),
  /** `gone`: the screen was removed, or another device has taken its place. */
  async view(address: string): Promise<ScreenView | 'gone' | null> {
    const reply = await ask<ScreenView>(address, { cache: 'no-cache' });
    if (reply?.status === 404) return 'gone';
    return reply?.status === 200 ? reply.answer : null;
  },
  /** Calls `show` with what the screen shows now and whenever that changes, until the returned function is called. */
  follow: (address: string, show: (view: ScreenView) => void) => followFeed(address, show),
});
export type ScreenCalls = ReturnType<typeof screenCalls>;
