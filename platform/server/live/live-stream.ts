import { grantsStamp } from '../http/grants-stamp.ts';
import type { Kit } from '../kit.ts';
import { gauge } from '../monitoring/metrics.ts';
import { invalid, Refusal } from '../refuse.ts';
import type { Actor, Context } from '../serve.ts';
import { type LiveEvent, openPageId } from './live.ts';
import type { RecordTopics, Viewer } from './live-topics.ts';

const heartbeatMs = 20_000;
const maxTopics = 200;
/** The maximum number of streams of a person (one per tab) in this process; beyond it the oldest one ends. */
const maxStreams = 30;
/** A stream ends after as many rechecks of its access that failed one after another. */
const maxFailedChecks = 3;
/** The maximum number of buffered bytes of a page; beyond it events are dropped, to limit the server's memory. */
const maxWaiting = 1_000_000;
/** The request for the stream may take this much longer to arrive than the one for the data. */
const maxDetourMs = 1000;

type Streaming = Pick<Context, 'kit' | 'actor' | 'actorNow' | 'may' | 'request' | 'reply'>;
/** The requested ids by topic name. */
type RequestedIds = Record<string, number[]>;
/** The topic that a slice publishes → the topics that the page subscribed to. */
type PermittedTopics = Map<string, string[]>;

const openGauge = gauge('live_streams', 'Pages that follow live events through this process');
const streams = new WeakMap<Kit, Map<number, Set<() => void>>>();

/** The ids of topics like `device:12` and `floor:3`. Refuses an unknown topic. */
function requestedIdsOf({ topics }: Kit, requested: readonly string[]): RequestedIds {
  const companies = new Set(topics.flatMap((one) => one.companies ?? []).map(({ name }) => name));
  const names = new Set(topics.flatMap((one) => one.records ?? []).flatMap((one) => one.names));
  const requestedIds: RequestedIds = {};
  for (const topic of requested) {
    if (companies.has(topic)) continue;
    const [, name = '', id] = /^([a-z-]+):(\d{1,9})$/.exec(topic) ?? [];
    if (!names.has(name)) throw invalid('topics', 'unknownFilter');
    requestedIds[name] = [...(requestedIds[name] ?? []), Number(id)];
  }
  return requestedIds;
}

const recordTopics = ({ topics }: Kit): RecordTopics[] => topics.flatMap(({ records = [] }) => records);

const isGuest = ({ session: { user } }: Actor): boolean => user.kind === 'guest';

/** The topics of all slices that the caller may follow now. Records are those of the company, so guests follow none. */
async function permittedTopics(
  viewer: Viewer,
  requestedIds: RequestedIds,
): Promise<Map<RecordTopics, PermittedTopics>> {
  if (isGuest(viewer.actor)) return new Map();
  const found = recordTopics(viewer.kit).map(async (records): Promise<[RecordTopics, PermittedTopics]> => {
    const ownTopics = Object.fromEntries(records.names.map((name) => [name, requestedIds[name] ?? []]));
    const isRequested = Object.values(ownTopics).some((ids) => ids.length > 0);
    return [records, isRequested ? await records.follow(viewer, ownTopics) : new Map()];
  });
  return new Map(await Promise.all(found));
}

/**
 * Streams the permitted events of the topics. The first message names the topics that the page has to reload: those
 * with events since its oldest data was requested, `age` ms ago. It streams until the page closes, or until the
 * session, its companies or its grants change: the page then opens a new stream, which is authorized again.
 */
export async function streamEvents(
  context: Streaming,
  { topics, age }: { topics: readonly string[]; age?: number | undefined },
): Promise<void> {
  const { kit, actor, request, reply } = context;
  const readAt = age === undefined ? 0 : Date.now() - reply.elapsedTime - age - maxDetourMs;
  if (topics.length === 0 || topics.length > maxTopics) throw invalid('topics', 'outOfRange');
  const requestedIds = requestedIdsOf(kit, topics);
  const followed = await permittedTopics(context, requestedIds);
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  raw.write('retry: 2000\n\n');
  const page = openPageId(actor.sessionId, request.headers);
  const send = ({ topic, type, data, by }: LiveEvent) => {
    const own = by !== undefined && by === page ? { own: true } : {};
    // A page that dropped events refetches when it returns.
    if (raw.writableLength < maxWaiting) raw.write(`data: ${JSON.stringify({ topic, type, data, ...own })}\n\n`);
  };
  const stops = subscribeToCompanies(context, topics, send);
  const follow = (records: RecordTopics, more: PermittedTopics) => {
    for (const [source, under] of more)
      stops.push(
        kit.live.subscribe(source, (event) => {
          if (!isInAudience(actor, event)) return;
          for (const topic of under) if (topic === event.topic || records.passes(event)) send({ ...event, topic });
        }),
      );
  };
  for (const [records, ownTopics] of followed) follow(records, ownTopics);
  const missed = missedTopics(context, topics, followed, readAt);
  raw.write(`data: ${JSON.stringify({ topic: '', type: 'opened', data: { missed } })}\n\n`);
  let checking = false;
  let failures = 0;
  const recheck = async () => {
    try {
      const more = await reauthorize(context, requestedIds, followed);
      failures = 0;
      if (!more) return raw.end();
      for (const [records, added] of more) {
        for (const [source, under] of added) followed.get(records)?.set(source, under);
        if (!raw.writableEnded) follow(records, added);
      }
    } catch (error) {
      failures += 1;
      // The stream ended during the check, or the database is busy for a moment.
      if (raw.writableEnded || failures < maxFailedChecks) return;
      kit.log.error({ err: error }, 'the access of a live stream could not be rechecked');
      raw.end();
    }
  };
  const beat = setInterval(() => {
    raw.write(': \n\n');
    if (checking) return;
    checking = true;
    void recheck().finally(() => {
      checking = false;
    });
  }, kit.settings.liveBeatMs ?? heartbeatMs);
  const stop = () => {
    clearInterval(beat);
    request.server.openStreams.delete(stop);
    unregister();
    for (const one of stops.splice(0)) one();
    raw.end();
  };
  const unregister = registerStream(kit, actor.session.user.id, stop);
  request.server.openStreams.add(stop);
  request.raw.on('close', stop);
  raw.on('close', stop);
}

/** The topics that may have had events since the page read its data, at `readAt` in ms. */
function missedTopics(
  { kit, actor }: Streaming,
  topics: readonly string[],
  followed: ReadonlyMap<RecordTopics, PermittedTopics>,
  readAt: number,
): string[] {
  const { companies } = actor.scope;
  const sources = [...followed.values()].flatMap((permitted) => [...permitted]);
  return topics.filter(
    (topic) =>
      kit.live.hasChanged(topic, companies, readAt) ||
      sources.some(([source, under]) => under.includes(topic) && kit.live.hasChanged(source, companies, readAt)),
  );
}

/**
 * Registers a stream of a person and ends the oldest one beyond the limit. Returns the function that unregisters it.
 */
function registerStream(kit: Kit, userId: number, stop: () => void): () => void {
  const people = streams.get(kit) ?? new Map<number, Set<() => void>>();
  streams.set(kit, people);
  const openStreams = people.get(userId) ?? new Set();
  people.set(userId, openStreams.add(stop));
  openGauge.inc();
  const [oldest] = openStreams;
  if (openStreams.size > maxStreams) oldest?.();
  return () => {
    if (openStreams.delete(stop)) openGauge.dec();
    if (openStreams.size === 0) people.delete(userId);
  };
}

/** Whether an event that names its audience is for the caller. */
const isInAudience = ({ scope, session: { user } }: Actor, { audience }: LiveEvent): boolean =>
  !audience ||
  user.adminType !== null ||
  audience.some((id) => id === user.companyId || (scope.companies !== 'all' && scope.companies.includes(id)));

/** Subscribes to the requested company topics; returns the functions that unsubscribe. */
function subscribeToCompanies(viewer: Viewer, requested: readonly string[], send: (event: LiveEvent) => void) {
  const { kit, actor } = viewer;
  const { scope } = actor;
  const guest = isGuest(actor);
  const within = (event: LiveEvent) =>
    guest
      ? true
      : event.audience
        ? isInAudience(actor, event)
        : scope.companies === 'all' || (event.companyId !== null && scope.companies.includes(event.companyId));
  return kit.topics
    .flatMap(({ companies = [] }) => companies)
    .filter(({ name, guests }) => requested.includes(name) && (guests === true || !guest))
    .map(({ name, concerns }) =>
      kit.live.subscribe(name, (event) => within(event) && concerns(viewer, event) && send(event)),
    );
}

/** The part of a session that a stream depends on. */
const authorizedBy = ({ session, scope }: Actor) =>
  JSON.stringify([
    scope.companies === 'all' || [...scope.companies].sort(),
    session.mask,
    session.apps,
    grantsStamp(session),
  ]);

/** The topics that were added to the subscribed places; null if the stream is no longer authorized. */
async function reauthorize(
  { kit, actor, actorNow, may }: Streaming,
  requestedIds: RequestedIds,
  before: Map<RecordTopics, PermittedTopics>,
): Promise<Map<RecordTopics, PermittedTopics> | null> {
  const now = await actorNow().catch((error: unknown) => {
    // The selected company is no longer a client.
    if (error instanceof Refusal && error.status === 403) return null;
    throw error;
  });
  if (!now || authorizedBy(now) !== authorizedBy(actor)) return null;
  const found = await permittedTopics({ kit, may, actor: now }, requestedIds);
  const added = new Map<RecordTopics, PermittedTopics>();
  for (const [records, previous] of before) {
    const current = found.get(records) ?? new Map();
    // A record may have been moved to a place that the caller may not see.
    for (const [source, under] of previous) if (current.get(source)?.join() !== under.join()) return null;
    added.set(records, new Map([...current].filter(([source]) => !previous.has(source))));
  }
  return added;
}
