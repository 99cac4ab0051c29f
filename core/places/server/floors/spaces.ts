import { records } from '#platform/server/records/records.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { type Space, space, type spaceRoutes } from '../../common/space.ts';
import { structureInPath } from './floors.ts';
import { addSpaces } from './space-series.ts';
import { spaceOptions } from './space-writer.ts';

const spaces = records<Space>(space, { ...spaceOptions, parent: structureInPath, param: 'spaceId' });

export const spaceHandlers: Handlers<typeof spaceRoutes> = {
  list: spaces.list,
  create: spaces.create,
  createSeries: (context) =>
    addSpaces(context, context.params.companyId, { ...context.body, structureId: context.params.id }),
  update: spaces.update,
  remove: spaces.remove,
};
