import { sql } from 'kysely';
import { holdsOn, type Session } from '#platform/common/access.ts';
import { inTenant } from '#platform/server/database.ts';
import { grantsStamp } from '#platform/server/grants-stamp.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { LiveEvent } from '#platform/server/live.ts';
import { invalid, Refusal } from '#platform/server/refuse.ts';
import type { Actor, Context } from '#platform/server/serve.ts';

const companyTopics = new Set(['devices', 'alarms']);
/** Topics of all devices that stand somewhere. */
const placeTopics = ['structure', 'floor'] as const;
const heartbeatMs = 20_000;
const maxTopics = 200;
/** More devices of one place are not followed: nobody could look at them. */
const mostInPlaces = 5000;

type Streaming = Pick<Context, 'kit' | 'actor' | 'actorNow' | 'request' | 'reply'>;
type Wanted = Record<'device' | (typeof placeTopics)[number], number[]>;
/** The topics under which the page hears of each device. */
type Visible = Map<number, string[]>;

/** The ids that topics like `device:12` and `floor:3` name. */
function wantedOf(topics: readonly string[]): Wanted {
  const wanted: Wanted = { device: [], structure: [], floor: [] };
  for (const topic of topics) {
    if (companyTopics.has(topic)) continue;
    const [, of, id] = /^(device|structure|floor):(\d{1,9})$/.exec(topic) ?? [];
    if (!of) throw invalid('topics', 'unknownFilter');
    wanted[of as keyof Wanted].push(Number(id));
  }
  return wanted;
}

/**
 * Streams the events that the caller may see until the page is closed, or until the session, its companies or what its
 * groups grant are no longer what they were: the page then opens another stream, which is judged anew. Values of the
 * devices of a place come under the topic of the place.
 */
export async function streamEvents(context: Streaming, topics: readonly string[]): Promise<void> {
  const { kit, actor, request, reply } = context;
  if (topics.length === 0 || topics.length > maxTopics) throw invalid('topics', 'outOfRange');
  const wanted = wantedOf(topics);
  const visible = await visibleDevices(kit, actor, wanted);
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  raw.write('retry: 2000\n\n');
  const send = ({ topic, type, data }: LiveEvent) => {
    // A page that cannot keep up loses events rather than the server its memory; it reads anew when it returns.
    if (raw.writableLength < 1_000_000) raw.write(`data: ${JSON.stringify({ topic, type, data })}\n\n`);
  };
  const stops = topics
    .filter((topic) => companyTopics.has(topic))
    .map((topic) => kit.live.subscribe(topic, (event) => concerns(actor, event) && send(event)));
  const follow = (devices: Visible) => {
    for (const [id, under] of devices)
      stops.push(
        kit.live.subscribe(`device:${id}`, (event) => {
          for (const topic of under) if (event.type === 'values' || topic === event.topic) send({ ...event, topic });
        }),
      );
  };
  follow(visible);
  const beat = setInterval(() => {
    raw.write(': \n\n');
    judgeAgain(context, wanted, visible).then(
      (more) => {
        if (!more) return raw.end();
        for (const [id, under] of more) visible.set(id, under);
        if (!raw.writableEnded) follow(more);
      },
      (error: unknown) => {
        // It was being judged when it ended.
        if (raw.writableEnded) return;
        kit.log.error({ err: error }, 'judging a live stream again failed');
        raw.end();
      },
    );
  }, kit.settings.liveBeatMs ?? heartbeatMs);
  request.server.openStreams.add(stop);
  request.raw.on('close', stop);
  raw.on('close', stop);

  function stop() {
    clearInterval(beat);
    request.server.openStreams.delete(stop);
    for (const one of stops.splice(0)) one();
    raw.end();
  }
}

/** What a stream was judged by: whose session for which companies, and what it may do there. */
const judgedBy = ({ session, scope }: Actor) =>
  JSON.stringify([scope.companies === 'all' || [...scope.companies].sort(), session.mask, grantsStamp(session)]);

/** The devices that came to the places since; null once something that the stream was judged by is no longer so. */
async function judgeAgain(
  { kit, actor, actorNow }: Streaming,
  wanted: Wanted,
  before: Visible,
): Promise<Visible | null> {
  const now = await actorNow().catch((error: unknown) => {
    // The company that was acted for is no longer a client.
    if (error instanceof Refusal) return null;
    throw error;
  });
  if (!now || judgedBy(now) !== judgedBy(actor)) return null;
  const visible = await visibleDevices(kit, now, wanted);
  // A device may have been moved to where the caller sees none.
  for (const [id, under] of before) if (visible.get(id)?.join() !== under.join()) return null;
  return new Map([...visible].filter(([id]) => !before.has(id)));
}

/** Whether an event of a topic of companies is the caller's business; alarms are so by the structure that they lie in. */
function concerns({ scope, session }: Actor, { topic, companyId, data }: LiveEvent): boolean {
  if (scope.companies !== 'all' && (companyId === null || !scope.companies.includes(companyId))) return false;
  if (topic !== 'alarms') return true;
  const { app, class: of, structureId } = data as { app: string; class: string; structureId: number | null };
  return holdsApp(session, app) && holdsOn(session, app, `${of}-alarm`, 'read', structureId);
}

const holdsApp = ({ user, apps }: Session, app: string) => user.adminType === 'Super Admin' || apps.includes(app);

async function visibleDevices(kit: Kit, { scope, session }: Actor, wanted: Wanted): Promise<Visible> {
  if (Object.values(wanted).every((ids) => ids.length === 0)) return new Map();
  const rows = await inTenant(kit.db, scope, (tx) => {
    const columns = ['id', 'app', 'structureId', 'floorId'] as const;
    const named = tx.selectFrom('device').select(columns).where('id', '=', anyOf(wanted.device));
    const standing = tx
      .selectFrom('device')
      .select(columns)
      .where((is) => is.or([is('structureId', '=', anyOf(wanted.structure)), is('floorId', '=', anyOf(wanted.floor))]))
      .orderBy('id')
      .limit(mostInPlaces);
    return named.union(standing).execute();
  });
  const visible: Visible = new Map();
  for (const { id, app, structureId, floorId } of rows) {
    if (!holdsApp(session, app) || !holdsOn(session, app, 'device', 'read', structureId)) continue;
    const at = { device: id, structure: structureId, floor: floorId };
    const under = (Object.keys(wanted) as (keyof Wanted)[]).filter((of) => wanted[of].includes(at[of] ?? 0));
    visible.set(
      id,
      under.map((of) => `${of}:${at[of]}`),
    );
  }
  return visible;
}

const anyOf = (ids: readonly number[]) => sql<number>`ANY (${ids}::integer[])`;
