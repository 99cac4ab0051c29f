import { z } from 'zod';
import { historyRoute } from '#platform/common/change-log.ts';
import { canDo } from '#platform/common/define-entity.ts';
import { route } from '#platform/common/route.ts';
import { id, nameText } from '#platform/common/validation/validation.ts';

export const screen = (action: string) => canDo('screens.screen', action);

export const screenLanguages = ['both', 'en', 'ar'] as const;
export type ScreenLanguage = (typeof screenLanguages)[number];
const tones = ['good', 'ok', 'poor', 'problem'] as const;
const both = z.object({ en: z.string(), ar: z.string() });
const named = z.object({ id: z.number(), name: z.string() });

export const screenContent = z.object({
  title: both,
  /** The first one is the largest. */
  lines: z.array(
    z.object({ label: both, value: both, note: both.nullable().default(null), tone: z.enum(tones).nullable() }),
  ),
  /** When the newest of the data was measured; null if there is none. */
  at: z.string().nullable(),
});
export type ScreenContent = z.infer<typeof screenContent>;

const screenView = z.object({
  name: z.string(),
  language: z.enum(screenLanguages),
  /** Null if the record is gone, or the company no longer has the app. */
  content: screenContent.nullable(),
});
export type ScreenView = z.infer<typeof screenView>;

const shownScreen = z.object({
  id: z.number(),
  companyId: z.number(),
  name: z.string(),
  app: z.string(),
  /** One of the `screenKinds` of the app. */
  kind: z.string(),
  subjectId: z.number(),
  /** The site of what it shows. */
  structure: named.nullable(),
  language: z.enum(screenLanguages),
  pairedAt: z.string(),
  /** When it last asked what to show; updated at most every half minute. Null if it never did. */
  seenAt: z.string().nullable(),
  createdAt: z.string(),
});
export type ShownScreen = z.infer<typeof shownScreen>;

/** In two groups, as the screen shows it, or in one. */
const code = z.string().regex(/^\d{3} ?\d{3}$/, 'screenCode');

/** The width and height of pictures, in pixels. */
export const pictureSides = { min: 100, max: 1600 } as const;

export const newScreen = z.object({
  /** The six digits that the screen shows; null for a display that shows pictures only and has no browser. */
  code: code.nullable(),
  name: nameText(80),
  app: z.string().max(40, 'tooLong'),
  kind: z.string().max(40, 'tooLong'),
  subjectId: id(),
  language: z.enum(screenLanguages),
});
export const changedScreen = newScreen.pick({ name: true, language: true });

const byCode = { public: 'a screen has no account: a person with one enters its code' };
/** An address may have several screens behind it. */
const pairingsPerMinute = 30;
const statesPerMinute = 240;
/** Codes that a browser may try in a minute. */
const codesPerMinute = 10;

export const pairingRoutes = {
  /** Begins a pairing. The secret is the screen's own, and is in this reply only. */
  start: route.post('/screen-pairing', {
    access: byCode,
    reply: z.object({ code: z.string(), secret: z.string(), expiresAt: z.string() }),
    limitPerMinute: pairingsPerMinute,
  }),
  /** Whether somebody has entered the code; `address`: from where the screen then reads what it shows. */
  state: route.post('/screen-pairing/state', {
    access: byCode,
    body: z.object({ secret: z.string().max(64, 'tooLong') }),
    reply: z.object({ state: z.enum(['waiting', 'paired', 'expired']), address: z.string().nullable() }),
    status: 200,
    limitPerMinute: statesPerMinute,
  }),
};

const ofFeed = { public: 'whoever stands in front of a screen reads it', feed: 'screen' };
/** In pixels. */
const pictureSide = z.coerce
  .number('enterANumber')
  .int('enterANumber')
  .min(pictureSides.min, 'outOfRange')
  .max(pictureSides.max, 'outOfRange');

export const screenRoutes = {
  list: route.list('/screen', {
    access: screen('read'),
    reply: shownScreen,
    list: { search: ['name'], filter: ['app', 'structureId'], sort: ['name', 'id'], defaultSort: ['name', 'asc'] },
  }),
  create: route.post('/screen', {
    access: screen('create'),
    body: newScreen,
    reply: shownScreen,
    limitPerMinute: codesPerMinute,
    limitBy: 'person',
  }),
  update: route.patch('/screen/{id}', { access: screen('update'), body: changedScreen.partial(), reply: shownScreen }),
  /** Another device takes the place of the screen, which shows nothing any more. */
  replace: route.post('/screen/{id}/replace', {
    access: screen('update'),
    body: z.object({ code }),
    reply: shownScreen,
    status: 200,
    limitPerMinute: codesPerMinute,
    limitBy: 'person',
  }),
  remove: route.delete('/screen/{id}', { access: screen('delete') }),
  history: historyRoute('screens.screen', '/screen/{id}'),
  /** The address of its picture, for a display that shows pictures only. Anyone who has it may see what the screen shows. */
  pictureAddress: route.get('/screen/{id}/picture', {
    access: screen('update'),
    reply: z.object({ address: z.string() }),
  }),
  view: route.get('/public/screen/{token}', { access: ofFeed, reply: screenView }),
  /** The same in black and white, for displays of electronic paper. It changes only if what it shows does. */
  picture: route.get('/public/screen/{token}/picture.png', {
    access: ofFeed,
    feedType: 'image/png',
    query: z.object({ w: pictureSide.default(800), h: pictureSide.default(480) }),
    reply: z.file(),
  }),
};
