import { historyRoute } from '#platform/common/change-log.ts';
import { mountAt } from '#platform/common/mount-at.ts';
import { route } from '#platform/common/route.ts';
import { geofenceRoutes } from './geofence.ts';
import { shownSpace, space, spaceFields } from './space.ts';
import { structure, structureRoutes } from './structure.ts';

/**
 * Structures at an address of an app: `/building`. They are those of the current company, which the address of the core
 * names instead.
 */
export function structureRoutesAt<Path extends string>(path: Path) {
  const { list, get, create, update } = structureRoutes;
  const one = `${path}/{id}` as const;
  const reply = get.reply;
  return {
    list: route.list(path, { access: list.access, reply, list: structure.list }),
    get: route.get(one, { access: get.access, reply }),
    history: historyRoute(structure.name, one),
    create: route.post(path, { access: create.access, ...(create.body ? { body: create.body } : {}), reply }),
    update: route.patch(one, { access: update.access, ...(update.body ? { body: update.body } : {}), reply }),
    remove: route.delete(one, { access: structureRoutes.remove.access }),
  };
}

/** Spaces of all structures of the current company at an address of an app: `/space`, by structure with a filter. */
export function spaceRoutesAt<Path extends string>(path: Path) {
  const one = `${path}/{id}` as const;
  const read = space.can('read');
  return {
    list: route.list(path, {
      access: read,
      reply: shownSpace,
      list: { ...space.list, filter: ['structureId', 'kind', 'floorId', 'parentId'] },
    }),
    get: route.get(one, { access: read, reply: shownSpace }),
    create: route.post(path, {
      access: space.can('create'),
      body: spaceFields.extend({ structureId: space.fields.shape.structureId }),
      reply: shownSpace,
    }),
    update: route.patch(one, { access: space.can('update'), body: spaceFields.partial(), reply: shownSpace }),
    remove: route.delete(one, { access: space.can('delete') }),
  };
}

/** Geofences at an address of an app: `/geo-fence`. */
export function geofenceRoutesAt(path: string) {
  const { list, create, get, update, remove, history } = geofenceRoutes;
  const one = `${path}/{id}`;
  return {
    list: mountAt(list, path),
    create: mountAt(create, path),
    get: mountAt(get, one),
    update: mountAt(update, one),
    remove: mountAt(remove, one),
    history: mountAt(history, `${one}/history`),
  };
}
