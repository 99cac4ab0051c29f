import { expect, test } from 'vitest';
import { z } from 'zod';
import { apps } from '#main/apps.ts';
import { defineApp, page } from '#platform/common/define-app.ts';
import { type AnyRoute, route } from '#platform/common/route.ts';
import {
  lateCode,
  manifestCode,
  manifestText,
  partsCode,
  sharedParts,
  withoutLate,
  withPureConstants,
} from './lean-web.ts';

const rule = { permission: 'p_demo_thing_create' };
const demo = defineApp({
  kind: 'core',
  id: 'demo',
  brand: 'Demo',
  web: '/demo',
  api: '/demo',
  icon: 'box',
  needs: [],
  routes: {
    thing: {
      create: route.post('/thing/{id}', { access: rule, body: z.object({ name: z.string() }), limitPerMinute: 5 }),
      list: route.list('/thing', {
        access: rule,
        reply: z.object({ id: z.number() }),
        list: { sort: ['id'], filter: ['id'] },
      }),
    },
  },
  pages: [page('things', { access: rule })],
  alarms: { full: { class: 'status' } },
  alarmClasses: {
    status: {
      path: '/alarm',
      page: 'alarms',
      actions: { empty: { body: z.object({ litres: z.number() }), confirm: true } },
    },
  },
  commands: { fill: { params: z.object({ level: z.number() }) } },
  webhookEvents: { 'thing.filled': { entity: 'thing', data: z.object({ litres: z.number() }) } },
  roles: { 'thing.create': 'Admin' },
});

test('the web app contains of a route only what calls and guards read', () => {
  const kept = JSON.parse(manifestText(demo));
  expect(kept.routes.thing).toEqual({
    create: { method: 'POST', path: '/thing/{id}', access: rule, many: false },
    list: { method: 'GET', path: '/thing', access: rule, many: true, list: { sort: ['id'] } },
  });
  expect(kept.alarms).toEqual({ full: { class: 'status' } });
  expect(kept.alarmClasses.status.actions).toEqual({ empty: { confirm: true } });
  expect(kept.pages).toEqual(demo.pages);
  for (const part of ['roles', 'webhookEvents']) expect(kept).not.toHaveProperty(part);
});

test('every manifest in the web app has the same calls, pages and access as on the server', () => {
  for (const app of apps) {
    const kept = JSON.parse(manifestText(app));
    expect(kept.pages).toEqual(JSON.parse(JSON.stringify(app.pages)));
    for (const [set, routes] of Object.entries<Record<string, AnyRoute>>(app.routes))
      for (const [name, { method, path, access, many }] of Object.entries(routes))
        expect(kept.routes).toHaveProperty([set, name], expect.objectContaining({ method, path, access, many }));
  }
});

test('a slice whose texts are loaded when they are shown is not among those that others need', () => {
  const { needs } = JSON.parse(manifestText({ ...demo, needs: ['accounts', 'reports'] }));
  expect(needs).toEqual(['accounts']);
});

test('what only holders of an app need is in a module of its own, and completes the manifest', async () => {
  const early = JSON.parse(manifestText(withoutLate(demo)));
  expect(early).toMatchObject({ id: 'demo', routes: {}, pages: demo.pages });
  expect(early).not.toHaveProperty('commands');
  const module = [partsCode([]), lateCode(demo, [])].join('\n');
  const { late } = await import(`data:text/javascript,${encodeURIComponent(module)}`);
  expect({ ...early, ...late }).toEqual(JSON.parse(manifestText(demo)));
});

test('parts that two apps share except for their id are included once, and each manifest is restored', async () => {
  const named = (id: string) => ({
    ...demo,
    id,
    web: `/${id}`,
    pages: [page('things/list', { sidebar: 'things', order: 1, access: { permission: `p_${id}_thing_read` } })],
    routes: { thing: demo.routes.thing, [`own-${id.length}`]: demo.routes.thing },
  });
  const apps = [named('demo'), named('another')];
  const alike = sharedParts(apps);
  const module = [partsCode(alike), ...apps.map((app) => `export const ${app.id} = ${manifestCode(app, alike)};`)].join(
    '\n',
  );
  const read = await import(`data:text/javascript,${encodeURIComponent(module)}`);
  for (const app of apps) expect(read[app.id]).toEqual(JSON.parse(manifestText(app)));
  expect(module.match(/_thing_read/g)).toHaveLength(1);
  expect(sharedParts([demo])).toEqual([]);
});

test('the permission of an action is left out, and every manifest of the product is restored with it', async () => {
  const alike = sharedParts(apps);
  const module = [
    partsCode(alike),
    ...apps.map((app, n) => `export const app${n} = ${manifestCode(app, alike)};`),
  ].join('\n');
  const read = await import(`data:text/javascript,${encodeURIComponent(module)}`);
  for (const [n, app] of apps.entries()) expect(read[`app${n}`]).toEqual(JSON.parse(manifestText(app)));
  expect(module).not.toContain('"permission":"p_rodent_visit_work","ability"');
});

test('a manifest with something other than data is refused with its path', () => {
  const odd = { ...demo, pages: [{ ...demo.pages[0], path: () => 'things' }] };
  expect(() => manifestText(odd)).toThrow('pages.0.path');
});

test('constants made by calls are marked as pure, functions and plain values are not', () => {
  const code = [
    `const kinds = ['a', 'b'];`,
    `export const thing = z.object({ kind: z.enum(kinds) });`,
    `export function twice(n) { const m = f(n); return m * 2; }`,
  ].join('\n');
  expect(withPureConstants(code).split('\n')).toEqual([
    `const kinds = ['a', 'b'];`,
    `export const thing = /* @__PURE__ */ (() => (z.object({ kind: z.enum(kinds) })))();`,
    `export function twice(n) { const m = f(n); return m * 2; }`,
  ]);
});
