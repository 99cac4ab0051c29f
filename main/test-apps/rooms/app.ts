import { z } from 'zod';
import { guestRoutes, guestsPage } from '#core/accounts/common/guest.ts';
import { alarmActionRoute, alarmRoutes } from '#core/alarms/common/alarm.ts';
import { alarmCountRoutes } from '#core/alarms/common/alarm-count.ts';
import { alarmsOfApp } from '#core/alarms/common/alarm-desk.ts';
import { standard } from '#core/alarms/common/standard-actions.ts';
import { layoutRoutesAt } from '#core/layouts/common/mounted.ts';
import { geofenceRoutesAt, spaceRoutesAt, structureRoutesAt } from '#core/places/common/mounted.ts';
import { space } from '#core/places/common/space.ts';
import { structure } from '#core/places/common/structure.ts';
import { proofRoutes } from '#core/proofs/common/proof.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';

const verdicts = ['genuine', 'theft', 'test'] as const;
const stations = ['north', 'south'] as const;
const access = {
  path: '/alarm',
  page: 'alarms/live',
  historyPage: 'alarms/history',
  actions: {
    ...standard('acknowledge', 'take-over', 'comment'),
    terminate: {
      ...standard('terminate').terminate,
      comment: { field: 'verdict', is: ['theft'] },
      body: z.object({ verdict: z.enum(verdicts).optional() }),
      fields: { verdict: { kind: 'choice', options: verdicts, optional: true } },
    },
    // Closes the alarm under a name of its own.
    'stand-down': {
      closes: 'rejected',
      event: 'stood-down',
      by: 'all',
      body: z.object({ visits: z.number().int().min(0).max(99).optional(), checked: z.boolean().optional() }),
      fields: { visits: { kind: 'number', min: 0, max: 99, optional: true }, checked: { kind: 'boolean' } },
    },
    'call-guard': {
      confirm: true,
      event: 'guard-called',
      body: z.object({ station: z.enum(stations), people: z.number().int().min(1).max(9).optional() }),
      fields: {
        station: { kind: 'choice', options: stations },
        people: { kind: 'number', min: 1, max: 9, optional: true },
      },
    },
  },
  parties: ['owner', 'monitor', 'hq'],
  marks: ['on-site', 'all-clear'],
  seenBy: { appRoles: ['guard'], only: 'escalated' },
} as const;
/** The class of its devices has another name than those of `deviceApp`. */
const watch = {
  path: '/watch-alarm',
  page: 'alarms/watch',
  actions: {
    acknowledge: { ...standard('acknowledge').acknowledge, comment: 'needed' },
    ...standard('comment'),
  },
  endsWhenCleared: true,
  technical: true,
} as const;
const read = canDo('rooms.access-alarm', 'read');
const guards = { appRoles: { app: 'rooms', roles: ['guard'] } };
const lodgers = { appRoles: { app: 'rooms', roles: ['lodger'] } };
const visitors = { appRoles: { app: 'rooms', roles: ['visitor'] } };
const room = z.object({
  id: z.number().int(),
  name: z.string(),
  structureId: z.number().int().nullable(),
  devices: z.array(z.number().int()).optional(),
});
const forced = room.extend({
  /** The further companies of the alarm, and the one that has to act. */
  parties: z.array(z.enum(['monitor', 'hq'])).optional(),
  desk: z.enum(['monitor', 'hq']).optional(),
});

const publishedFeed = z.object({ id: z.number(), token: z.string(), urls: z.array(z.string()) });
const cell = space.fields.pick({ structureId: true, name: true, capacity: true });
const shownCell = z.object({ id: z.number(), name: z.string(), kind: z.string(), capacity: z.number().nullable() });
const door = z.object({ id: z.number(), companyId: z.number(), name: z.string() });

/** A test app without devices. Its alarms are about rooms and have their own class and path. */
export const rooms = defineApp({
  id: 'rooms',
  brand: 'Rooms',
  web: '/rooms',
  api: '/rooms/api',
  icon: 'door',
  needs: ['accounts', 'permissions', 'places', 'devices', 'alarms', 'layouts', 'proofs', 'feeds', 'screens'],
  personRoles: ['guard', 'visitor'],
  guestRoles: ['lodger'],
  guestHome: 'rooms/mine',
  linkKinds: { pass: { page: 'pass', days: 7 }, door: { page: 'pass', pin: true, days: 1 } },
  feedKinds: ['board', 'diary'],
  screenKinds: { board: { list: 'door.list' } },
  retention: { visits: { min: 1, default: 30, max: 365 }, entries: { min: 1, default: 365, max: 400 } },
  viewLogs: { visits: { reasonAfterHours: 24 } },
  offered: { notCompanyTypes: ['FMC'], notAppRoles: { app: 'rooms', roles: ['visitor'] } },
  routes: {
    alarm: {
      ...alarmRoutes('rooms', 'access', access),
      callGuard: alarmActionRoute('rooms', 'access', access, 'call-guard'),
      standDown: alarmActionRoute('rooms', 'access', access, 'stand-down'),
    },
    watchAlarm: alarmRoutes('rooms', 'watch', watch),
    alarmCount: alarmCountRoutes('rooms'),
    guest: guestRoutes('rooms'),
    building: structureRoutesAt('/building'),
    /** What proves that a building was inspected. */
    inspection: proofRoutes('/building/{id}', { read: structure.can('read'), add: structure.can('update') }),
    space: spaceRoutesAt('/space'),
    layout: layoutRoutesAt('/layout'),
    geofence: geofenceRoutesAt('/geo-fence'),
    cell: {
      create: route.post('/cell', { access: space.can('create'), body: cell, reply: shownCell }),
      update: route.patch('/cell/{id}', {
        access: space.can('update'),
        body: cell.omit({ structureId: true }).partial(),
        reply: shownCell,
      }),
      remove: route.delete('/cell/{id}', { access: space.can('delete') }),
    },
    /** The main doors of sites, one each, with the id of its site. */
    door: {
      list: route.list('/door', {
        access: read,
        tokens: true,
        reply: door,
        list: { search: ['name'], sort: ['name'] },
      }),
    },
    room: {
      force: route.post('/room/force', { access: read, body: forced, reply: z.object({ alarm: z.number() }) }),
      close: route.post('/room/close', { access: read, body: room, reply: z.null() }),
      patrol: route.get('/room/patrol', {
        access: guards,
        reply: z.object({ rooms: z.number() }),
      }),
      /** Offered to visitors, to whom the app is not. */
      pass: route.get('/room/pass', { access: visitors, offeredTo: visitors, reply: z.object({ pass: z.string() }) }),
      /** The rooms of a guest. */
      mine: route.get('/room/mine', {
        access: { ...canDo('rooms.stay', 'read'), ...lodgers },
        reply: z.array(z.object({ room: z.number() })),
      }),
      makeLink: route.post('/room/{id}/link', {
        access: canDo('rooms.link', 'create'),
        body: z.object({
          kind: z.enum(['pass', 'door']),
          holder: z.string().max(120, 'tooLong').optional(),
          pin: z.string().optional(),
          from: z.iso.datetime('invalid').optional(),
          until: z.iso.datetime('invalid').optional(),
        }),
        reply: z.object({ id: z.number(), secret: z.string(), url: z.string() }),
      }),
      revokeLinks: route.delete('/room/{id}/link', { access: canDo('rooms.link', 'delete') }),
      renewLink: route.put('/room/link/{id}', {
        access: canDo('rooms.link', 'update'),
        reply: z.object({ id: z.number(), secret: z.string(), url: z.string() }),
      }),
      /** What the holder of a link sees of the room. */
      seen: route.get('/room/seen', {
        access: { public: 'the link is the credential', link: 'pass' },
        reply: z.object({ room: z.number(), holder: z.string(), companies: z.number() }),
      }),
      enter: route.post('/room/enter', {
        access: { public: 'the link and its PIN are the credential', link: 'door' },
        reply: z.object({ room: z.number() }),
        status: 200,
        idempotent: true,
      }),
      makeFeed: route.post('/room/{id}/feed', {
        access: canDo('rooms.link', 'create'),
        body: z.object({ kind: z.enum(['board', 'diary']) }),
        reply: publishedFeed,
      }),
      renewFeed: route.put('/room/feed/{id}', { access: canDo('rooms.link', 'update'), reply: publishedFeed }),
      revokeFeeds: route.delete('/room/{id}/feed', { access: canDo('rooms.link', 'delete') }),
      /** What the sign at the room shows. */
      board: route.get('/public/{token}/board.json', {
        access: { public: 'everybody may read what the sign at a room shows', feed: 'board' },
        query: z.object({ doors: z.enum(['names']).optional() }),
        reply: z.object({ room: z.number(), companies: z.number(), doors: z.array(z.string()), padding: z.string() }),
      }),
      diary: route.get('/public/{token}/diary.ics', {
        access: { public: 'the calendar of a room may be subscribed to', feed: 'diary' },
        feedType: 'text/calendar',
        reply: z.string(),
        limitPerMinute: 2,
      }),
      /** Who entered the room since then. Reading what is older than a day needs a reason. */
      visits: route.get('/room/visit', {
        access: read,
        query: z.object({ room: z.coerce.number().int().positive(), from: z.iso.datetime('invalid') }),
        reply: z.object({ visits: z.number() }),
      }),
      count: route.get('/room/count', { access: 'signed-in', reply: z.object({ count: z.number() }) }),
    },
  },
  pages: [
    page('alarms/live', { access: read, savedFilter: alarmsOfApp('rooms') }),
    page('alarms/history', { access: read, savedFilter: alarmsOfApp('rooms', { list: 'history' }) }),
    page('alarms/watch', {
      access: canDo('rooms.watch-alarm', 'read'),
      savedFilter: alarmsOfApp('rooms', { ofClass: 'watch' }),
    }),
    page('room/{id}', { access: read }),
    guestsPage('rooms', { order: 9 }),
    page('pass', { access: { public: 'the link is the credential' }, layout: 'plain', light: 'rooms/pass' }),
    page('rooms/mine', { access: lodgers, sidebar: 'rooms', order: 1, icon: 'door' }),
  ],
  // These keys also exist in other apps and in the shared quantities.
  sensorTypes: [
    { id: 9101, key: 'temperature', unit: 'K', kind: 'number', min: 0, max: 1000, decimals: 1 },
    { id: 9102, key: 'level', unit: '%', kind: 'number', min: 0, max: 100, decimals: 0 },
  ],
  solutions: [{ id: 911, key: 'room', icon: 'door' }],
  hardware: [
    {
      id: 91101,
      solution: 911,
      name: { en: 'Room sensor', ar: 'مستشعر غرفة' },
      sensors: ['temperature', 'level', 'humidity'],
      reportEverySeconds: 60,
    },
  ],
  spaceKinds: { cell: { icon: 'door', capacity: true } },
  planItems: { door: { icon: 'door', list: 'door.list' } },
  roles: {
    'access-alarm.stand-down': 'Operator',
    'access-alarm.call-guard': 'Operator',
    'access-alarm.take-over': 'Operator',
  },
  alarmClasses: { access, watch },
  alarmSubjects: { room: { page: 'room/{id}' } },
  alarms: { 'forced-door': { class: 'access' }, offline: { class: 'watch' } },
});
