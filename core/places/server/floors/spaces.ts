import { records } from '#platform/server/records/records.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { type Space, space, type spaceRoutes } from '../../common/space.ts';
import { structureInPath } from './floors.ts';
import { spaceOptions } from './space-writer.ts';

const spaces = records<Space>(space, { ...spaceOptions, parent: structureInPath, param: 'spaceId' });

export const spaceHandlers: Handlers<typeof spaceRoutes> = {
  list: spaces.list,
  create: spaces.create,
  update: spaces.update,
  remove: spaces.remove,
};
