import { serve } from '#platform/server/serve.ts';
import { boards } from '../app.ts';
import { boardHandlers } from './boards.ts';
import './tables.ts';

export const boardsServer = serve(
  boards,
  { board: boardHandlers(boards.id) },
  { history: { tables: { board: { title: ['name'] } } } },
);
