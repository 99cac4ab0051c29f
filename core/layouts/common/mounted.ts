import { mountAt } from '#platform/common/mount-at.ts';
import { layoutRoutes } from './layout.ts';

/** Floor plans and their pictures at an address of an app: `/layout`. Handlers: `mountedLayoutHandlers`. */
export function layoutRoutesAt(path: string) {
  const { list, create, get, update, remove, history, image } = layoutRoutes;
  const one = `${path}/{id}`;
  return {
    list: mountAt(list, path),
    create: mountAt(create, path),
    get: mountAt(get, one),
    update: mountAt(update, one),
    remove: mountAt(remove, one),
    history: mountAt(history, `${one}/history`),
    image: mountAt(image, `${one}/image`),
  };
}
