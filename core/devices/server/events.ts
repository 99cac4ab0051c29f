import type { FastifyReply, FastifyRequest } from 'fastify';
import { holdsOn } from '#platform/common/access.ts';
import { inTenant } from '#platform/server/database.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { LiveEvent } from '#platform/server/live.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Actor } from '#platform/server/serve.ts';

const companyTopics = new Set(['devices', 'alarms']);
const heartbeatMs = 20_000;
const maxTopics = 200;

/** Streams the events that the caller may see until the page is closed. */
export async function streamEvents(
  kit: Kit,
  actor: Actor,
  topics: readonly string[],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
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
  const mine = (event: LiveEvent) =>
    actor.scope.companies === 'all' || (event.companyId !== null && actor.scope.companies.includes(event.companyId));
  const stops = topics
    .filter((topic) => companyTopics.has(topic) || visible.has(Number(topic.slice('device:'.length))))
    .map((topic) =>
      kit.live.subscribe(topic, (event) => (companyTopics.has(topic) && !mine(event) ? undefined : send(event))),
    );
  const beat = setInterval(() => raw.write(': \n\n'), heartbeatMs);
  request.raw.on('close', () => {
    clearInterval(beat);
    for (const stop of stops) stop();
    raw.end();
  });
}

async function visibleDevices(kit: Kit, actor: Actor, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await inTenant(kit.db, actor.scope, (tx) =>
    tx.selectFrom('device').select(['id', 'app', 'structureId']).where('id', 'in', ids).execute(),
  );
  const allowed = rows.filter((row) => {
    if (actor.session.user.adminType !== 'Super Admin' && !actor.session.apps.includes(row.app)) return false;
    return holdsOn(actor.session, row.app, 'device', 'read', row.structureId);
  });
  return new Set(allowed.map((row) => row.id));
}
