import { z } from 'zod';
import { alarmActionRoute, alarmRoutes } from '#core/alarms/common/alarm.ts';
import { alarmsOfApp } from '#core/alarms/common/alarm-desk.ts';
import { standard } from '#core/alarms/common/standard-actions.ts';
import { geofenceRoutesAt, spaceRoutesAt, structureRoutesAt } from '#core/places/common/mounted.ts';
import { space } from '#core/places/common/space.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';

const access = {
  path: '/alarm',
  page: 'alarms/live',
  historyPage: 'alarms/history',
  actions: {
    ...standard('acknowledge', 'take-over', 'comment'),
    terminate: {
      ...standard('terminate').terminate,
      body: z.object({ verdict: z.enum(['genuine', 'test']).optional() }),
    },
    'call-guard': { confirm: true, body: z.object({ station: z.enum(['north', 'south']) }) },
  },
} as const;
/** The class of its devices has another name than those of `deviceApp`. */
const watch = {
  path: '/watch-alarm',
  page: 'alarms/watch',
  actions: standard('acknowledge', 'comment'),
  endsWhenCleared: true,
  technical: true,
} as const;
const read = canDo('rooms.access-alarm', 'read');
const room = z.object({
  id: z.number().int(),
  name: z.string(),
  structureId: z.number().int().nullable(),
  devices: z.array(z.number().int()).optional(),
});

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
  needs: ['accounts', 'permissions', 'places', 'devices', 'alarms', 'layouts'],
  personRoles: ['guard', 'visitor'],
  offered: { notCompanyTypes: ['FMC'], notAppRoles: { app: 'rooms', roles: ['visitor'] } },
  routes: {
    alarm: {
      ...alarmRoutes('rooms', 'access', access),
      callGuard: alarmActionRoute('rooms', 'access', access, 'call-guard'),
    },
    watchAlarm: alarmRoutes('rooms', 'watch', watch),
    building: structureRoutesAt('/building'),
    space: spaceRoutesAt('/space'),
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
      list: route.list('/door', { access: read, reply: door, list: { search: ['name'], sort: ['name'] } }),
    },
    room: {
      force: route.post('/room/force', { access: read, body: room, reply: z.object({ alarm: z.number() }) }),
      close: route.post('/room/close', { access: read, body: room, reply: z.null() }),
      patrol: route.get('/room/patrol', {
        access: { appRoles: { app: 'rooms', roles: ['guard'] } },
        reply: z.object({ rooms: z.number() }),
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
  roles: { 'access-alarm.call-guard': 'Operator', 'access-alarm.take-over': 'Operator' },
  alarmClasses: { access, watch },
  alarmSubjects: { room: { page: 'room/{id}' } },
  alarms: { 'forced-door': { class: 'access' }, offline: { class: 'watch' } },
});
