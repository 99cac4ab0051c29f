import { useQueryClient } from '@tanstack/react-query';
import { useLive } from '#platform/web/client/live/live.ts';
import { refetchQueries } from '#platform/web/client/live/live-queries.ts';
import { api } from '../api.ts';

const topics = ['report-runs'];
/** While a run is under way, it is also asked for without an event, because events may be lost. */
export const askAgainMs = 15_000;

// Not those of the whole set: what a run has found never changes, and may be large.
const ofRuns = [api.run.get, api.run.list].map((call) => call.key().slice(0, 3));

/** Reads runs again when one of the company changes. */
export function useLiveRuns(): void {
  const client = useQueryClient();
  useLive(
    topics,
    () => {
      for (const key of ofRuns) refetchQueries(client, key);
    },
    api.run.get.key().slice(0, 3),
  );
}
