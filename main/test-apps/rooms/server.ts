import {
  demoCompanies,
  grantApp,
  guestHandlers,
  linkFor,
  renewLink,
  revokeLinks,
  subjectsOfGuest,
} from '#core/accounts/server/api.ts';
import {
  alarmActionHandler,
  alarmCountHandlers,
  alarmHandlers,
  clearAlarms,
  hasOpenAlarm,
  raiseAlarms,
} from '#core/alarms/server/api.ts';
import { feedFor, renewFeed, revokeFeeds } from '#core/feeds/server/api.ts';
import { mountedLayoutHandlers, providePlanItems } from '#core/layouts/server/api.ts';
import { visibleStructures } from '#core/permissions/common/visible-structures.ts';
import {
  assertStructure,
  findStructures,
  mountedGeofenceHandlers,
  mountedSpaceHandlers,
  mountedStructureHandlers,
  spaceWriter,
  structureSummaries,
} from '#core/places/server/api.ts';
import { proofHandlers } from '#core/proofs/server/api.ts';
import { provideScreen } from '#core/screens/server/api.ts';
import { bypassRls, inSystem } from '#platform/server/postgres/database.ts';
import { recordViews, viewReason } from '#platform/server/records/view-log.ts';
import { invalid } from '#platform/server/refuse.ts';
import { companyOf, feedCaller, linkCaller, serve } from '#platform/server/serve.ts';
import { rooms } from './app.ts';

const manifest = rooms;
const forcedDoor = { app: 'rooms', kind: 'forced-door', severity: 'problem' } as const;

providePlanItems('rooms', 'door', async ({ tx, actor }, ids) => {
  const visible = visibleStructures(actor);
  const doors = await structureSummaries(tx, visible ? ids.filter((id) => visible.includes(id)) : ids);
  return doors.map(({ id, name }) => ({ id, name, structureId: id, look: { colour: 'red', letter: 'D' } }));
});

provideScreen('rooms', 'board', {
  async find({ tx, actor }, id) {
    await assertStructure(tx, actor, companyOf(actor), id);
    return { structureId: id };
  },
  async view({ tx }, id) {
    const [door] = await structureSummaries(tx, [id]);
    if (!door) return null;
    const value = { en: 'Open', ar: 'مفتوح' };
    return {
      title: { en: door.name, ar: door.name },
      lines: [{ label: { en: 'Door', ar: 'الباب' }, value, note: null, tone: 'good' }],
      at: null,
    };
  },
});

export const roomsServer = serve(
  rooms,
  {
    alarm: {
      ...alarmHandlers(manifest, 'access'),
      callGuard: alarmActionHandler(manifest, 'access', 'call-guard', () => ({
        set: { disposition: 'escalated' },
      })),
      standDown: alarmActionHandler(manifest, 'access', 'stand-down', () => ({})),
    },
    watchAlarm: alarmHandlers(manifest, 'watch'),
    alarmCount: alarmCountHandlers(manifest),
    guest: guestHandlers('rooms', {
      async assertSubjects(_context, _companyId, subjects) {
        if (subjects.some(({ type }) => type !== 'room')) throw invalid('subjects', 'invalid');
      },
    }),
    building: mountedStructureHandlers,
    inspection: proofHandlers({ app: 'rooms', type: 'building' }, async ({ tx, actor, params: { id } }) => {
      const companyId = companyOf(actor);
      await assertStructure(tx, actor, companyId, id);
      return { id, companyId };
    }),
    space: mountedSpaceHandlers,
    layout: mountedLayoutHandlers,
    geofence: mountedGeofenceHandlers,
    cell: {
      create: async (context) =>
        spaceWriter.create(context, companyOf(context.actor), { ...context.body, kind: 'cell' }),
      update: async (context) => spaceWriter.update(context, context.params.id, context.body),
      async remove(context) {
        await spaceWriter.remove(context, context.params.id);
        return null;
      },
    },
    door: {
      list: ({ tx, actor, list }) => findStructures(tx, actor.scope, list, visibleStructures(actor)),
    },
    room: {
      async force(context) {
        const { id, name, structureId, devices = [], parties = [], desk } = context.body;
        if (desk && !parties.includes(desk)) throw invalid('desk', 'invalid');
        const companyId = companyOf(context.actor);
        const subject = { type: 'room', id };
        const companies = await bypassRls(context.tx, context.actor.scope, () => demoCompanies(context.tx));
        const companyAs = { monitor: companies.wadi, hq: companies.qasr };
        const view = { subject: `Room ${id}`, structure: 'Branch 7' };
        const [raised] = await raiseAlarms(context, [
          {
            ...forcedDoor,
            companyId,
            subject,
            name,
            structureId,
            devices,
            parties: parties.map((role) => ({ companyId: companyAs[role], role, view })),
            ...(desk ? { desk: companyAs[desk] } : {}),
          },
        ]);
        return { alarm: raised?.id ?? 0 };
      },
      async close(context) {
        const subject = { type: 'room', id: context.body.id };
        await clearAlarms(context, [{ ...forcedDoor, companyId: companyOf(context.actor), subject }]);
        return null;
      },
      patrol: async () => ({ rooms: 3 }),
      makeLink: (context) => {
        const { kind, holder, pin, from, until } = context.body;
        const subject = { type: 'room', id: context.params.id };
        return linkFor(context, {
          companyId: companyOf(context.actor),
          app: 'rooms',
          kind,
          subject,
          ...(holder === undefined ? {} : { holder }),
          ...(pin === undefined ? {} : { pin }),
          ...(from === undefined ? {} : { from }),
          ...(until === undefined ? {} : { until }),
        });
      },
      async revokeLinks(context) {
        await revokeLinks(context, { app: 'rooms', subject: { type: 'room', id: context.params.id } });
        return null;
      },
      renewLink: (context) => renewLink(context, { app: 'rooms', id: context.params.id }),
      makeFeed: (context) =>
        feedFor(context, {
          companyId: companyOf(context.actor),
          app: 'rooms',
          kind: context.body.kind,
          subject: { type: 'room', id: context.params.id },
        }),
      renewFeed: (context) => renewFeed(context, { app: 'rooms', id: context.params.id }),
      async revokeFeeds(context) {
        await revokeFeeds(context, { app: 'rooms', subject: { type: 'room', id: context.params.id } });
        return null;
      },
      async board(context) {
        const { subject, changesWith } = feedCaller(context);
        changesWith(`room:${subject.id}`);
        const companies = await context.tx.selectFrom('company').select('id').execute();
        const doors = await context.tx.selectFrom('structure').select('name').orderBy('id').execute();
        return {
          room: subject.id,
          companies: companies.length,
          doors: context.query.doors ? doors.map(({ name }) => name) : [],
          padding: '-'.repeat(2000),
        };
      },
      diary: async (context) => `BEGIN:VCALENDAR\r\nX-ROOM:${feedCaller(context).subject.id}\r\nEND:VCALENDAR\r\n`,
      async seen(context) {
        const { subject, holder } = linkCaller(context);
        const companies = await context.tx.selectFrom('company').select('id').execute();
        return { room: subject.id, holder, companies: companies.length };
      },
      enter: async (context) => ({ room: linkCaller(context).subject.id }),
      mine: async (context) =>
        (await subjectsOfGuest(context, { app: 'rooms', type: 'room' })).map((room) => ({ room })),
      pass: async () => ({ pass: 'day' }),
      async visits(context) {
        const [from, to] = [Date.parse(context.query.from), Date.now()];
        const visits = { app: 'rooms', kind: 'visits' };
        const reason = viewReason(context, visits, from);
        const subject = { type: 'room', id: context.query.room };
        await recordViews(context, { ...visits, period: { from, to }, reason }, [
          { companyId: companyOf(context.actor), subject },
        ]);
        return { visits: 2 };
      },
      count: async () => ({ count: 0 }),
    },
  },
  {
    // Their tables are made by the test of retention.
    retentions: [
      {
        setting: 'visits',
        table: 'room_visit',
        at: 'left_at',
        pseudonymise: { visitor: '', photo_id: null },
        hold: hasOpenAlarm('rooms', 'room', 't.room'),
      },
      {
        setting: 'entries',
        table: 'room_visit',
        at: 'left_at',
        forget: { room_visit: ['remark'] },
        hold: hasOpenAlarm('rooms', 'room', 't.room'),
      },
    ],
    demo: (kit) =>
      inSystem(kit.db, async (tx) => {
        const companies = await demoCompanies(tx);
        await grantApp(tx, 'rooms', [companies.reem, companies.gulfcare, companies.qasr, companies.wadi]);
      }),
  },
);
