import { useState } from 'react';
import type { Period } from '#platform/common/time/time.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useText } from '../texts.ts';
import { useAccess } from '../use-access.ts';
import type { Given } from './use-shown.ts';

/** What was moved or, without `becomes`, taken away last. */
export type Moved = { grantId: number; who: string; was: Period; becomes: Period | null };

/** Moves windows of grants. A refusal is shown as a notice, and the window stays where it was. */
export function useMoveWindow(refetch: () => Promise<unknown>) {
  const t = useText();
  const { calls } = useAccess();
  const [moved, setMoved] = useState<Moved | null>(null);
  const update = useAction(calls.userAccess.update, { invalidates: [calls.userAccess.list] });
  const change = async (grantId: number, was: Period | null, becomes: Period | null): Promise<boolean> => {
    try {
      await update.ask({ params: { id: grantId }, body: { window: { was, becomes } }, silent: 'success' });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      await refetch();
      return false;
    }
    await refetch();
    return true;
  };
  const named = ({ holder, mode }: Given) => holder || t(`values.mode.${mode}`);
  const put = async (given: Given, becomes: Period | null) => {
    const was = { from: given.from, to: given.to };
    const done = await change(given.grantId, was, becomes);
    if (done) setMoved({ grantId: given.grantId, who: named(given), was, becomes });
    return done;
  };
  return {
    moved,
    /** Whether the move is accepted. */
    move: (given: Given, period: Period) => put(given, period),
    remove: (given: Given) => put(given, null),
    async undo() {
      if (moved && (await change(moved.grantId, moved.becomes, moved.was))) setMoved(null);
    },
  };
}
