import { useCallback, useEffect, useRef, useState } from 'react';
import { wakeSeconds } from '../../../common/link-page.ts';
import type { PublicLink } from '../../../common/public-link.ts';
import { type PublicLinkCalls, phonePosition, unreachable } from './link-calls.ts';

const asleep = 'wake-up-the-lock';
const readAgainMs = 20_000;

export type LinkPhase =
  | { name: 'idle' }
  | { name: 'sending' }
  | { name: 'opening' }
  | { name: 'waking'; until: number }
  | { name: 'opened'; at: string }
  | { name: 'failed'; counted: boolean }
  | { name: 'unknown' }
  | { name: 'refused'; word: string };

/** The state of a link, read now and then, and the way to open its lock. */
export function useLink(calls: PublicLinkCalls) {
  const [link, setLink] = useState<PublicLink>();
  const [problem, setProblem] = useState<string>();
  const [phase, setPhase] = useState<LinkPhase>({ name: 'idle' });
  /** The clock of the server minus that of the browser, in ms. */
  const offset = useRef(0);
  const busy = useRef(false);

  const read = useCallback(
    async (wait = false) => {
      const outcome = await calls.read(wait);
      if ('refused' in outcome) {
        setProblem(outcome.refused);
        return undefined;
      }
      offset.current = Date.parse(outcome.answer.serverTime) - Date.now();
      setProblem(undefined);
      setLink(outcome.answer);
      return outcome.answer;
    },
    [calls],
  );
  useEffect(() => {
    void read();
    const timer = setInterval(() => {
      if (!busy.current && document.visibilityState === 'visible') void read();
    }, readAgainMs);
    return () => clearInterval(timer);
  }, [read]);

  const follow = useCallback(
    async (until: number) => {
      while (Date.now() < until) {
        const now = await read(true);
        const state = now?.opening?.state;
        if (state === 'opened') return setPhase({ name: 'opened', at: now?.opening?.at ?? '' });
        if (state === 'failed') return setPhase({ name: 'failed', counted: now?.opening?.counted === true });
        if (state === 'unknown') return setPhase({ name: 'unknown' });
        if (state === 'opening') setPhase({ name: 'opening' });
      }
      setPhase({ name: 'unknown' });
    },
    [read],
  );

  const open = useCallback(
    async (pin: string) => {
      if (busy.current) return;
      busy.current = true;
      const key = crypto.randomUUID();
      setPhase({ name: 'sending' });
      const position = link?.needsPosition ? await phonePosition() : undefined;
      const body = { key, ...(pin === '' ? {} : { pin }), ...(position ? { position } : {}) };
      let outcome = await calls.open(body);
      let seconds = 30;
      if ('refused' in outcome && outcome.refused === asleep) {
        seconds = wakeSeconds;
        outcome = await calls.open({ ...body, waitSeconds: wakeSeconds });
        if ('answer' in outcome) setPhase({ name: 'waking', until: Date.now() + wakeSeconds * 1000 });
      }
      if ('refused' in outcome) setPhase({ name: 'refused', word: outcome.refused });
      else await follow(Date.now() + (seconds + 20) * 1000);
      busy.current = false;
      if (!('refused' in outcome && outcome.refused === unreachable)) await read();
    },
    [calls, follow, link?.needsPosition, read],
  );
  return { link, problem, phase, open, read, serverNow: () => Date.now() + offset.current };
}
