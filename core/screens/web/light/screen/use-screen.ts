import { useEffect, useState } from 'react';
import type { ScreenView } from '../../../common/screen.ts';
import { codeMinutes, pollSeconds } from '../../../common/screen-times.ts';
import type { ScreenCalls } from './screen-calls.ts';

/** `code`: null while the server cannot be reached. `since`: when the view was read, in ms since 1970. */
export type ScreenState =
  | { name: 'pairing'; code: string | null }
  | { name: 'view'; view: ScreenView; since: number; offline: boolean };

type Kept = { address: string; last?: { view: ScreenView; since: number } };
const storageKey = 'rasid.screen';
function readKept(): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Kept | null;
  } catch {
    // Something else has written there: the screen is paired again.
    return null;
  }
}
const keep = (kept: Kept | null): void =>
  kept ? localStorage.setItem(storageKey, JSON.stringify(kept)) : localStorage.removeItem(storageKey);

/** How long the screen waits, in ms: before it asks again what it shows, whether it was paired, and for another code. */
export type ScreenWaits = { view: number; state: number; code: number };
const usualWaits: ScreenWaits = { view: pollSeconds * 1000, state: 4000, code: 10_000 };

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

async function pairAgain(
  calls: ScreenCalls,
  waits: ScreenWaits,
  show: (state: ScreenState) => void,
  signal: AbortSignal,
) {
  const started = await calls.start();
  if (signal.aborted) return;
  show({ name: 'pairing', code: started?.code ?? null });
  if (!started) return wait(waits.code, signal);
  const until = performance.now() + codeMinutes * 60_000;
  while (!signal.aborted && performance.now() < until) {
    const found = await calls.state(started.secret);
    if (found?.address) return keep({ address: found.address });
    if (found?.state === 'expired') return;
    await wait(waits.state, signal);
  }
}

async function readAgain(
  kept: Kept,
  { calls, following }: { calls: ScreenCalls; following: Following },
  waits: ScreenWaits,
  show: (state: ScreenState) => void,
  signal: AbortSignal,
) {
  const view = await calls.view(kept.address);
  if (signal.aborted) return;
  // A stream is kept for as long as the address answers.
  if (view === null || view === 'gone') following.end();
  if (view === 'gone') return keep(null);
  const last = view ? { view, since: Date.now() } : kept.last;
  if (view) keep({ ...kept, ...(last ? { last } : {}) });
  show(last ? { name: 'view', ...last, offline: view === null } : { name: 'pairing', code: null });
  if (!view) return wait(waits.view, signal);
  following.begin(kept.address, () =>
    calls.follow(kept.address, (changed) => {
      const next = { view: changed, since: Date.now() };
      keep({ ...kept, last: next });
      show({ name: 'view', ...next, offline: false });
    }),
  );
  await wait(waits.view, signal);
}

/** The stream of the address that is shown, which outlives its readings. */
class Following {
  private address: string | null = null;
  private stop: () => void = () => undefined;

  begin(address: string, follow: () => () => void): void {
    if (address === this.address) return;
    this.end();
    this.address = address;
    this.stop = follow();
  }

  end(): void {
    this.stop();
    this.address = null;
    this.stop = () => undefined;
  }
}

/** What a screen shows, for as long as it is on. The last view stays while the server cannot be reached, also after a restart. */
export function useScreen(calls: ScreenCalls, waits = usualWaits): ScreenState | null {
  const [state, setState] = useState<ScreenState | null>(null);
  useEffect(() => {
    const ended = new AbortController();
    const following = new Following();
    async function run() {
      while (!ended.signal.aborted) {
        const kept = readKept();
        if (kept) await readAgain(kept, { calls, following }, waits, setState, ended.signal);
        else await pairAgain(calls, waits, setState, ended.signal);
      }
    }
    void run();
    return () => {
      ended.abort();
      following.end();
    };
  }, [calls, waits]);
  return state;
}
