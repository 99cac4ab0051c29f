import { holdsPlaces } from '#core/places/server/api.ts';
import { serve } from '#platform/server/serve.ts';
import { layouts } from '../app.ts';
import { layoutItemHandlers } from './items.ts';
import { layoutHandlers } from './layouts.ts';
import { layoutTopics } from './live-topics.ts';
import './tables.ts';

// The plans of a structure are deleted with it.
const { 'floor.removing': keepFloor } = holdsPlaces({ app: 'layouts', what: 'layout', table: 'layout' });

export const layoutsServer = serve(
  layouts,
  { layout: layoutHandlers, item: layoutItemHandlers },
  {
    listeners: { inTransaction: { 'floor.removing': keepFloor } },
    topics: layoutTopics,
    history: { tables: { layout: { silent: ['width', 'height'] }, layout_item: { silent: ['app', 'refId'] } } },
  },
);
