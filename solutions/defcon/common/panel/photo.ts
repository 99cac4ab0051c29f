import { z } from 'zod';
import { route } from '#platform/common/route.ts';
import { megabyte } from '#platform/common/upload.ts';

/** The most photos of an event. */
export const mostPhotos = 10;

export const photoRoutes = {
  /**
   * A photo of an event, as JPEG. 404 until the event has arrived: the panel sends it again. One that is there already is not
   * stored again.
   */
  send: route.post('/v1/photo', {
    access: { public: 'a device signs in with its own name and secret (Basic)' },
    query: z.object({
      event: z.string('Required').min(1, 'Required').max(64, 'tooLong'),
      position: z.coerce
        .number('enterANumber')
        .int('enterANumber')
        .min(0, 'outOfRange')
        .max(mostPhotos - 1, 'outOfRange')
        .default(0),
    }),
    unparsed: true,
    bodyLimit: megabyte,
    reply: z.object({ stored: z.number() }),
    status: 200,
    ownTransactions: true,
    limitPerMinute: 240,
  }),
};
