import { alarmRoutes } from '#core/alarms/common/alarm.ts';
import { alarmCountRoutes } from '#core/alarms/common/alarm-count.ts';
import { alarmsOfApp } from '#core/alarms/common/alarm-desk.ts';
import { allAlarmRoutes } from '#core/alarms/common/alarm-lists.ts';
import { alarmClassesAt, alarmPaths } from '#core/alarms/common/device-classes.ts';
import { boardRoutes } from '#core/boards/common/board.ts';
import type { BoardPath } from '#core/boards/common/pages.ts';
import { commandRoutes } from '#core/commands/common/command.ts';
import { checkRoutes } from '#core/commands/common/device-check.ts';
import { addAccess, deviceRoutes } from '#core/devices/common/device.ts';
import { devicesOfApp } from '#core/devices/common/device-desk-address.ts';
import { deviceLinkRoutes } from '#core/devices/common/link.ts';
import type { CommandSpec } from '#core/devices/common/manifest.ts';
import { configCommands } from '#core/devices/common/models/model-settings.ts';
import { groupPages } from '#core/notifications/common/group-pages.ts';
import { notificationGroupRoutes, notificationWebhookRoutes } from '#core/notifications/common/notification-group.ts';
import { permissionGroupRoutes } from '#core/permissions/common/permission-group.ts';
import { ruleRoutes } from '#core/rules/common/rule.ts';
import { rulePaths, rulesOfApp } from '#core/rules/common/rule-paths.ts';
import { tokenRoutes } from '#core/subscriptions/common/token.ts';
import { readingRoutes } from '#core/telemetry/common/reading.ts';
import { templatePages } from '#core/templates/common/pages.ts';
import { templateRoutes } from '#core/templates/common/template.ts';
import type { AccessRule } from '#platform/common/access.ts';
import { type Page, page } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { type Paths, placePages } from '#platform/common/pages/placed-pages.ts';
import { catalogueRoutes } from './catalogue.ts';
import { devicePaths, ofSolution } from './device-paths.ts';
import { type SmallCall, smallCalls } from './small-calls.ts';

/** The slices that an app names in `needs` to mount `deviceApp`. */
export const deviceAppNeeds = [
  'accounts',
  'permissions',
  'boards',
  'places',
  'devices',
  'commands',
  'subscriptions',
  'inventory',
  'layouts',
  'telemetry',
  'alarms',
  'mail-plans',
  'notifications',
  'rules',
  'templates',
  'device-app',
] as const;

const texts = 'device-app';

type Options<Call extends SmallCall> = {
  /** The commands that devices of the app accept. */
  commands?: Readonly<Record<string, CommandSpec>>;
  /** The pages that it has elsewhere than usual: `{ 'devices/list': 'stock/list', groups: 'teams' }`. */
  paths?: Paths;
  /** The address of its board. */
  board?: BoardPath;
  /** Small calls that its clients need as well. */
  calls?: readonly Call[];
};

/**
 * Routes, pages, searched lists, alarm classes and commands of an app with devices, to be spread into its manifest.
 * Handlers: `deviceAppHandlers`; page components: `deviceAppPages`.
 */
export function deviceApp<Call extends SmallCall = never>(
  id: string,
  { commands: own = {}, paths = {}, board = 'alternative', calls = [] }: Options<Call> = {},
) {
  const commands: Readonly<Record<string, CommandSpec>> = { ...configCommands, ...own };
  const alarmClasses = alarmClassesAt(paths);
  return {
    routes: {
      catalogue: catalogueRoutes(id),
      device: deviceRoutes(id),
      check: checkRoutes(id),
      reading: readingRoutes(id),
      command: commandRoutes(id, '/device', commands),
      link: deviceLinkRoutes(id),
      alarm: allAlarmRoutes(id, alarmClasses),
      operationalAlarm: alarmRoutes(id, 'operational', alarmClasses.operational),
      statusAlarm: alarmRoutes(id, 'status', alarmClasses.status),
      alarmCount: alarmCountRoutes(id),
      rule: ruleRoutes(id),
      template: templateRoutes(id),
      permissionGroup: permissionGroupRoutes(id),
      notificationGroup: notificationGroupRoutes(id),
      notificationWebhook: notificationWebhookRoutes(id),
      board: boardRoutes(canDo(`${id}.device`, 'read')),
      small: smallCalls(id, calls),
    },
    pages: placePages(
      [
        boardPage(id, board),
        ...devicePages(id),
        ...templatePages(id, texts),
        ...alarmPages(id),
        ...rulePages(id),
        ...groupPages(id),
      ],
      paths,
    ),
    search: [
      { list: 'device.list', icon: 'device-analytics' },
      { list: 'operationalAlarm.live', icon: 'bell' },
      { list: 'statusAlarm.live', icon: 'bell' },
    ],
    alarmClasses,
    commands,
  };
}

/** The board is offered in the sidebar if it is a page of its own. */
const boardPage = (id: string, path: BoardPath): Page =>
  page(path, {
    access: canDo(`${id}.device`, 'read'),
    texts,
    ...(path === 'alternative' ? {} : { sidebar: 'analysis', order: 28, icon: 'chart-bar' }),
  });

function devicePages(id: string): Page[] {
  const access = canDo(`${id}.device`, 'read');
  /** The devices of an app are in the list of those of all apps. */
  const filtered = (path: string, by?: Readonly<Record<string, string>>) =>
    page(path, { access, texts, savedFilter: devicesOfApp(id, by) });
  return [
    page('devices', { redirects: [devicePaths.list] }),
    filtered(devicePaths.list),
    filtered(devicePaths.all),
    filtered(ofSolution(devicePaths.list), { solutionId: '{solutionId}' }),
    page(devicePaths.add, {
      access: addAccess(id),
      texts,
      quick: { name: 'add-device', icon: 'plus', shortcut: 3 },
    }),
    page(devicePaths.inventory, { sidebar: 'stock', order: 21, icon: 'package', access, texts }),
    page(ofSolution(devicePaths.inventory), { access, texts }),
    page(devicePaths.tokens, { sidebar: 'stock', order: 22, access: tokenRoutes.list.access, texts }),
    page(ofSolution(devicePaths.tokens), { access: tokenRoutes.list.access, texts }),
    page(devicePaths.page, { access, texts, ahead: true }),
  ];
}

/** The live map of an app whose devices report positions. It mounts `trackingRoutes`; component: `deviceMap`. */
export const mapPage = (id: string): Page =>
  page('devices/map', { sidebar: 'map', order: 24, icon: 'map-2', access: canDo(`${id}.device`, 'read'), texts });

/** The pages of alarms are saved filters of those of all apps. */
function alarmPages(id: string): Page[] {
  const operational = canDo(`${id}.operational-alarm`, 'read');
  const status = canDo(`${id}.status-alarm`, 'read');
  const either: AccessRule = { or: [operational, status] };
  const filtered = (path: string, access: AccessRule, by: Parameters<typeof alarmsOfApp>[1]) =>
    page(path, { access, texts, savedFilter: alarmsOfApp(id, by) });
  return [
    page('alarms', { redirects: [alarmPaths.list] }),
    filtered(alarmPaths.list, either, {}),
    filtered(alarmPaths.history, either, { list: 'history' }),
    filtered(alarmPaths.operational, operational, { ofClass: 'operational' }),
    filtered(alarmPaths.operationalHistory, operational, { ofClass: 'operational', list: 'history' }),
    filtered(alarmPaths.status, status, { ofClass: 'status' }),
    filtered(alarmPaths.statusHistory, status, { ofClass: 'status', list: 'history' }),
  ];
}

/** The rules of an app are in the list of those of all apps; they are created and edited on pages of their app. */
const rulePages = (id: string): Page[] => [
  page(rulePaths.list, { access: canDo(`${id}.rule`, 'read'), texts, savedFilter: rulesOfApp(id) }),
  page(rulePaths.create, { access: canDo(`${id}.rule`, 'create'), texts }),
  page(rulePaths.edit, { access: canDo(`${id}.rule`, 'update'), texts }),
];

export type DeviceAppRoutes = ReturnType<typeof deviceApp>['routes'];
