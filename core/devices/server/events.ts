import { holdsOn, type Session } from '#platform/common/access.ts';
import { inTenant } from '#platform/server/database.ts';
import { grantsStamp } from '#platform/server/grants-stamp.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { LiveEvent } from '#platform/server/live.ts';
import { invalid, Refusal } from '#platform/server/refuse.ts';
import type { Actor, Context } from '#platform/server/serve.ts';

const companyTopics = new Set(['devices', 'alarms']);
const heartbeatMs = 20_000;
const maxTopics = 200;

type Streaming = Pick<Context, 'kit' | 'actor' | 'actorNow' | 'request' | 'reply'>;

/**
 * Streams the events that the caller may see until the page is closed, or until the session, its companies or what its
 * groups grant are no longer what they were: the page then opens another stream, which is judged anew.
 */
export async function streamEvents(context: Streaming, topics: readonly string[]): Promise<void> {
  const { kit, actor, request, reply } = context;
  if (topics.length === 0 || topics.length > maxTopics) throw invalid('topics', 'outOfRange');
  const deviceIds = topics.flatMap((topic) => {
    if (companyTopics.has(topic)) return [];
    const id = /^device:(\d{1,9})$/.exec(topic)?.[1];
    if (!id) throw invalid('topics', 'unknownFilter');
    return Number(id);
  });
  const visible = await visibleDevices(kit, actor, deviceIds);
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
  raw.write('retry: 2000\n\n');
  const send = (event: LiveEvent) => {
    // A page that cannot keep up loses events rather than the server its memory; it reads anew when it returns.
    if (raw.writableLength < 1_000_000)
      raw.write(`data: ${JSON.stringify({ topic: event.topic, type: event.type, data: event.data })}\n\n`);
  };
  const stops = topics
    .filter((topic) => companyTopics.has(topic) || visible.has(Number(topic.slice('device:'.length))))
    .map((topic) =>
      kit.live.subscribe(topic, (event) =>
        companyTopics.has(topic) && !concerns(actor, event) ? undefined : send(event),
      ),
    );
  const beat = setInterval(() => {
    raw.write(': \n\n');
    stillTrue(context, visible).then(
      (same) => same || raw.end(),
      (error: unknown) => {
        kit.log.error({ err: error }, 'judging a live stream again failed');
        raw.end();
      },
    );
  }, kit.settings.liveBeatMs ?? heartbeatMs);
  request.raw.on('close', stop);
  raw.on('close', stop);

  function stop() {
    clearInterval(beat);
    for (const one of stops.splice(0)) one();
    raw.end();
  }
}

/** What a stream was judged by: whose session for which companies, and what it may do there. */
const judgedBy = ({ session, scope }: Actor) =>
  JSON.stringify([scope.companies === 'all' || [...scope.companies].sort(), session.mask, grantsStamp(session)]);

async function stillTrue({ kit, actor, actorNow }: Streaming, visible: ReadonlySet<number>): Promise<boolean> {
  const now = await actorNow().catch((error: unknown) => {
    // The company that was acted for is no longer a client.
    if (error instanceof Refusal) return null;
    throw error;
  });
  if (!now || judgedBy(now) !== judgedBy(actor)) return false;
  // A device may have been moved to where the caller sees none.
  return (await visibleDevices(kit, now, [...visible])).size === visible.size;
}

/** Whether an event of a topic of companies is the caller's business; alarms are so by the structure that they lie in. */
function concerns({ scope, session }: Actor, { topic, companyId, data }: LiveEvent): boolean {
  if (scope.companies !== 'all' && (companyId === null || !scope.companies.includes(companyId))) return false;
  if (topic !== 'alarms') return true;
  const { app, class: of, structureId } = data as { app: string; class: string; structureId: number | null };
  return holdsApp(session, app) && holdsOn(session, app, `${of}-alarm`, 'read', structureId);
}

const holdsApp = ({ user, apps }: Session, app: string) => user.adminType === 'Super Admin' || apps.includes(app);

async function visibleDevices(kit: Kit, actor: Actor, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await inTenant(kit.db, actor.scope, (tx) =>
    tx.selectFrom('device').select(['id', 'app', 'structureId']).where('id', 'in', ids).execute(),
  );
  const { session } = actor;
  const allowed = rows.filter(
    (row) => holdsApp(session, row.app) && holdsOn(session, row.app, 'device', 'read', row.structureId),
  );
  return new Set(allowed.map((row) => row.id));
}
