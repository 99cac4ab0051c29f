import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type ImportReply, importPartSize } from '#platform/common/import.ts';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Args, Leaf } from '../../client/client-of.ts';
import { isAbort } from '../../client/request-error.ts';

export type Run = {
  dryRun: boolean;
  /** What became of the lines so far, in their order. */
  reply: ImportReply;
  total: number;
  state: 'running' | 'done' | 'stopped' | 'failed';
};

/** Sends lines part by part: each part is one transaction, and what a stopped import has brought stays. */
export function useImport(of: Leaf<AnyRoute>, params: Args<AnyRoute>['params']) {
  const client = useQueryClient();
  const [run, setRun] = useState<Run | null>(null);
  const current = useRef<AbortController | null>(null);

  async function start(lines: Record<string, string>[], dryRun: boolean): Promise<void> {
    const mine = new AbortController();
    current.current = mine;
    const reply: ImportReply = [];
    const show = (state: Run['state']) => setRun({ dryRun, reply: [...reply], total: lines.length, state });
    show('running');
    try {
      for (let at = 0; at < lines.length; at += importPartSize) {
        const body = { dryRun, lines: lines.slice(at, at + importPartSize) };
        const answer = await of.send({ params, body, signal: mine.signal, silent: 'success' });
        reply.push(...(answer as ImportReply));
        show('running');
      }
      show('done');
    } catch (error) {
      // The notice of the refused call has told why.
      show(isAbort(error) || mine.signal.aborted ? 'stopped' : 'failed');
    } finally {
      if (!dryRun) await client.invalidateQueries({ queryKey: [of.app] });
    }
  }

  return {
    run,
    start: (lines: Record<string, string>[], dryRun: boolean) => void start(lines, dryRun),
    stop: () => current.current?.abort(),
    forget: () => setRun(null),
  };
}
