import { z } from 'zod';
import './manifest.ts';
import type { Access } from '#platform/common/access.ts';
import { changeLine, changeList } from '#platform/common/change-log.ts';
import { route } from '#platform/common/route.ts';
import { id, requiredText } from '#platform/common/validation/validation.ts';

/** Columns of half a unit. */
export const gridColumns = 22;
export const maxBoards = 20;
/** Personal boards and those that colleagues share. */
export const maxBoardsRead = 100;
export const maxWidgets = 40;
const maxRow = 2000;
const maxHeight = 40;
/** The length of a widget's options as JSON. */
export const maxOptionsLength = 4000;

const whole = (min: number, max: number) =>
  z.number('enterANumber').int('enterANumber').min(min, 'outOfRange').max(max, 'outOfRange');

/** A widget on a board. Position and size are in half units; `x` counts from the start of the reading direction. */
export const boardWidget = z.object({
  kind: z
    .string('Required')
    .min(1, 'Required')
    .max(60, 'tooLong')
    .regex(/^[a-z][a-z0-9-]*$/, 'invalid'),
  x: whole(0, gridColumns - 1),
  y: whole(0, maxRow),
  w: whole(1, gridColumns),
  h: whole(1, maxHeight),
  options: z.record(z.string().max(60, 'tooLong'), z.json()),
});
export type BoardWidget = z.infer<typeof boardWidget>;

const fields = z.object({
  name: requiredText(80),
  /** Read by all people of the company. */
  shared: z.boolean(),
  widgets: z.array(boardWidget).max(maxWidgets, 'tooManyWidgets'),
});

export const boardRow = fields.extend({
  id: z.number(),
  /** Null for people of the platform who act for no company. */
  companyId: z.number().nullable(),
  owner: z.object({ id: z.number(), name: z.string() }),
  /** Whether the caller owns it. */
  mine: z.boolean(),
  /** Whether the caller views this board instead of the default one. */
  chosen: z.boolean(),
  version: z.number(),
});
export type Board = z.infer<typeof boardRow>;

/**
 * The boards of an app, or of the overview, that the caller may read: personal ones and those shared in the company.
 * 409 `board-changed`: another version was saved meanwhile.
 */
export const boardRoutes = (access: Access) => ({
  list: route.list('/board', { access, reply: boardRow, list: {} }),
  get: route.get('/board/{id}', { access, reply: boardRow }),
  create: route.post('/board', { access, body: fields, reply: boardRow, idempotent: true }),
  /** `version` is the one that the caller has read. */
  update: route.patch('/board/{id}', {
    access,
    body: fields.partial().extend({ version: z.number('Required').int('enterANumber') }),
    reply: boardRow,
  }),
  remove: route.delete('/board/{id}', { access }),
  /** The board that the caller views; null for the default one. */
  choose: route.put('/board/choice', { access, body: z.object({ id: id().nullable() }), reply: z.null() }),
  history: route.list('/board/{id}/history', { access, reply: changeLine, list: changeList }),
});
export type BoardRoutes = ReturnType<typeof boardRoutes>;
