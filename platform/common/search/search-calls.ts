import { z } from 'zod';
import { maxSearchLength } from '../list.ts';
import { type ReplyOf, route } from '../route.ts';

/** A list of an app, by its name in the manifest: `device.list`. */
const searched = z.object({ app: z.string(), list: z.string() });

export const searchRoutes = {
  /**
   * Searches the lists that manifests name under `search` and that the caller may read. Returns at most five rows of
   * each, in the shape of the list itself. `failed` names the lists that failed or timed out.
   */
  all: route.get('/search', {
    access: 'signed-in',
    query: z.object({ text: z.string().min(1, 'Required').max(maxSearchLength, 'tooLong') }),
    reply: z.object({
      found: z.array(searched.extend({ rows: z.array(z.unknown()) })),
      failed: z.array(searched),
    }),
    ownTransactions: true,
  }),
};

export type SearchReply = ReplyOf<(typeof searchRoutes)['all']>;
