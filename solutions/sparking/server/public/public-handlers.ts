import { feedFor, feedOf, renewFeed } from '#core/feeds/server/api.ts';
import { refuse } from '#platform/server/refuse.ts';
import { type Context, feedCaller, type Handlers } from '#platform/server/serve.ts';
import type { ParkApi, publicRoutes } from '../../common/public.ts';
import { managedLocation } from '../locations/locations.ts';
import { topicOf } from '../plan/live-slots.ts';
import { feedOfLocation } from './feed.ts';
import { publicSlots } from './public-slots.ts';
import { publicPage, readPublic } from './read-public.ts';

function readOf(context: Pick<Context, 'tx' | 'feed'>) {
  const { subject, changesWith } = feedCaller(context);
  changesWith(topicOf(subject.id));
  return readPublic(context.tx, subject.id);
}
/** UTC without a zone, as ParkAPI writes it. */
const parkApiTime = (at: number | string) => new Date(at).toISOString().slice(0, 19);
const nothing = { free: 0, total: 0 };

function parkApiOf(read: Awaited<ReturnType<typeof readPublic>>): ParkApi {
  const { id, state, counts, at, heardAt, place, type } = read;
  // The document has no word for an unknown number, and readers take 0 of 0 as none.
  const shown = state === 'open' ? counts : { ...nothing, byUse: new Map<string, typeof nothing>() };
  const disabled = shown.byUse.get('people-of-determination') ?? nothing;
  const charging = shown.byUse.get('ev') ?? nothing;
  const lot = {
    id: String(id),
    name: publicPage(read).nameEn,
    coords: place,
    total: shown.total,
    free: shown.free,
    'total:disabled': disabled.total,
    'free:disabled': disabled.free,
    'total:charging': charging.total,
    'free:charging': charging.free,
    state,
    lot_type: type,
    forecast: read.later.length > 0,
  };
  return { last_updated: parkApiTime(heardAt ?? at), last_downloaded: parkApiTime(at), lots: [lot] };
}

export const publicHandlers: Handlers<typeof publicRoutes> = {
  page: async (context) => publicPage(await readOf(context)),
  parkApi: async (context) => parkApiOf(await readOf(context)),
  async slots(context) {
    const read = await readOf(context);
    if (!read.publicSlots) throw refuse(404, 'feed-unknown');
    return publicSlots(context.tx, read);
  },
  async link(context) {
    const feed = await feedOf(context, feedOfLocation(await managedLocation(context)));
    return feed && { token: feed.token, urls: feed.urls };
  },
  async renew(context) {
    const location = await managedLocation(context);
    if (!location.public) throw refuse(409, 'not-public');
    const { id } = await feedFor(context, feedOfLocation(location));
    const { token, urls } = await renewFeed(context, { id, app: 'sparking' });
    return { token, urls };
  },
};
