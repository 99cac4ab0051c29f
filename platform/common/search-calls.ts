import { z } from 'zod';
import { maxSearchLength } from './list.ts';
import { type ReplyOf, route } from './route.ts';

/** A list of an app by its name in the manifest: `device.list`. */
const searched = z.object({ app: z.string(), list: z.string() });

export const searchRoutes = {
  /**
   * What matches in the lists that manifests name under `search` and that the caller may read: at most five rows of each,
   * as the list itself answers them. `failed` names the lists that did not answer in time, or not at all.
   */
  all: route.get('/search', {
    access: 'signed-in',
    query: z.object({ text: z.string().min(1, 'required').max(maxSearchLength, 'tooLong') }),
    reply: z.object({
      found: z.array(searched.extend({ rows: z.array(z.unknown()) })),
      failed: z.array(searched),
    }),
    ownTransactions: true,
  }),
};

export type SearchReply = ReplyOf<(typeof searchRoutes)['all']>;
