import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ImportReply } from '#platform/common/import.ts';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Args, Endpoint } from '../../client/client-of.ts';
import { isAbort } from '../../client/request-error.ts';
import { type Line, type Outcomes, type Send, sendCheckedLines } from './send-checked-lines.ts';

export type Run = {
  dryRun: boolean;
  /** What became of the lines so far. */
  outcomes: Outcomes;
  total: number;
  state: 'running' | 'done' | 'stopped' | 'failed';
};

/**
 * Checks a whole file in one call, then sends what was not refused part by part: each part is one transaction, and what
 * a stopped import has brought stays. A line that needs one of a later part is sent again once that is there.
 */
export function useImport(of: Endpoint<AnyRoute>, params: Args<AnyRoute>['params']) {
  const client = useQueryClient();
  const [run, setRun] = useState<Run | null>(null);
  const current = useRef<AbortController | null>(null);
  const checked = useRef<ImportReply>([]);

  async function start(
    dryRun: boolean,
    total: number,
    work: (send: Send, show: (outcomes: Outcomes) => void) => Promise<void>,
  ): Promise<void> {
    const mine = new AbortController();
    current.current = mine;
    const send: Send = async (lines) =>
      (await of.send({ params, body: { dryRun, lines }, signal: mine.signal, silent: 'success' })) as ImportReply;
    let outcomes: Outcomes = new Map();
    const show = (state: Run['state']) => setRun({ dryRun, outcomes, total, state });
    show('running');
    try {
      await work(send, (known) => {
        outcomes = known;
        show('running');
      });
      show('done');
    } catch (error) {
      // The notice of the refused call has told why.
      show(isAbort(error) || mine.signal.aborted ? 'stopped' : 'failed');
    } finally {
      if (!dryRun) await client.invalidateQueries({ queryKey: [of.app] });
    }
  }

  const check = (lines: Line[]) =>
    start(true, lines.length, async (send, show) => {
      checked.current = await send(lines);
      show(new Map(checked.current.entries()));
    });
  const bring = (lines: Line[]) =>
    start(false, lines.length, (send, show) => sendCheckedLines(lines, checked.current, send, show));

  return {
    run,
    check: (lines: Line[]) => void check(lines),
    bring: (lines: Line[]) => void bring(lines),
    stop: () => current.current?.abort(),
    forget: () => setRun(null),
  };
}
