import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ImportReply } from '#platform/common/import.ts';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Args, Endpoint } from '../../client/client-of.ts';
import { isAbort } from '../../client/request-error.ts';
import { type CheckedLine, type Outcomes, type Send, sendCheckedLines } from './send-checked-lines.ts';

export type Run = {
  dryRun: boolean;
  /** The outcomes so far. */
  outcomes: Outcomes;
  total: number;
  state: 'running' | 'done' | 'stopped' | 'failed';
};

/**
 * Checks a file in one call, then sends the accepted lines in parts. Each part is one transaction, and a stopped import
 * keeps its imported parts. Lines that depend on later parts are sent again.
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
    const controller = new AbortController();
    current.current = controller;
    const send: Send = async (lines) =>
      (await of.send({ params, body: { dryRun, lines }, signal: controller.signal, silent: 'success' })) as ImportReply;
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
      // The connection has notified of the error.
      show(isAbort(error) || controller.signal.aborted ? 'stopped' : 'failed');
    } finally {
      if (!dryRun) await client.invalidateQueries({ queryKey: [of.app] });
    }
  }

  const check = (lines: CheckedLine[]) =>
    start(true, lines.length, async (send, show) => {
      checked.current = await send(lines);
      show(new Map(checked.current.entries()));
    });
  const importLines = (lines: CheckedLine[]) =>
    start(false, lines.length, (send, show) => sendCheckedLines(lines, checked.current, send, show));

  return {
    run,
    check: (lines: CheckedLine[]) => void check(lines),
    importLines: (lines: CheckedLine[]) => void importLines(lines),
    stop: () => current.current?.abort(),
    reset: () => setRun(null),
  };
}
