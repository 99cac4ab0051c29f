import type { Handlers } from '#platform/server/serve.ts';
import type { localityRoutes } from '../../common/police/locality.ts';
import { coverageOf, previewOf } from './coverage.ts';
import { listLocalities, readAreas, readLocality } from './localities.ts';
import { changeLocality, createLocality } from './save-locality.ts';

export const localityHandlers: Handlers<typeof localityRoutes> = {
  list: listLocalities,
  get: (context) => readLocality(context, context.params.id),
  create: async (context) => readLocality(context, await createLocality(context, context.body)),
  async update(context) {
    await changeLocality(context, context.params.id, context.body);
    return readLocality(context, context.params.id);
  },
  areas: (context) => readAreas(context, context.query.kind),
  coverage: (context) => coverageOf(context, context.params.id),
  preview: (context) => previewOf(context, context.body),
};
