import { feedFor, revokeFeeds } from '#core/feeds/server/api.ts';
import type { Context } from '#platform/server/serve.ts';

export const feedOfLocation = ({ id, companyId }: { id: number; companyId: number }) => ({
  companyId,
  app: 'sparking',
  kind: 'parking',
  subject: { type: 'sparking_location', id },
});

/** A public car park has a feed, and another one has none. */
export async function followPublic(
  context: Pick<Context, 'tx' | 'kit'>,
  location: { id: number; companyId: number; public: boolean },
): Promise<void> {
  const feed = feedOfLocation(location);
  if (location.public) await feedFor(context, feed);
  else await revokeFeeds(context, feed);
}
