import { z } from 'zod';
import type { Access } from '../access.ts';
import { route } from '../route.ts';

type Shape = z.ZodRawShape;

export type AppSettings<S extends Shape = Shape> = {
  app: string;
  fields: z.ZodObject<S>;
  defaults: z.output<z.ZodObject<S>>;
};

const version = { version: z.number().int().min(0) };

/**
 * Declares the settings of an app, which each company may change: `GET` and `PUT /setting`. The version counts the changes;
 * 0 are the defaults. A change states the version that it was made from.
 */
export function appSettings<S extends Shape>(
  app: string,
  fields: z.ZodObject<S>,
  { defaults, read, change }: { defaults: z.output<z.ZodObject<S>>; read: Access; change: Access },
) {
  const settings: AppSettings<S> = { app, fields, defaults };
  return {
    settings,
    routes: {
      get: route.get('/setting', { access: read, reply: fields.extend(version) }),
      update: route.put('/setting', { access: change, body: fields.extend(version), reply: fields.extend(version) }),
    },
  };
}
