import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { configParams } from '#core/devices/common/models/model-settings.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { unreadableField } from '#platform/common/text/plain-text.ts';
import { explainByKeys } from '#platform/server/http/field-errors.ts';
import { sampleOf } from '../sample.ts';
import { testApps } from '../test-apps/index.ts';
import { hostileValue, valuesFor } from './hostile-values.ts';
import { manifests, walkedRoutes } from './registered-routes.ts';

const languages = ['en', 'ar'] as const;
const validationTexts = (folder: string, language: string): string[] => {
  const texts: { validation?: object } = JSON.parse(readFileSync(`${folder}/locales/${language}.json`, 'utf8'));
  return Object.keys(texts.validation ?? {});
};
const fixtures = new Set(testApps.map(({ app }) => app.id));
const folderOf = ({ id, kind }: AppManifest) =>
  fixtures.has(id) ? `main/test-apps/${id}` : `${kind === 'core' ? 'core' : 'solutions'}/${id}`;

/** The messages that are explained in both languages: by the kit, the app or a slice that it needs. */
function explainedBy(app: AppManifest): Set<string> {
  const needed = new Set([app]);
  // A Set iterates over elements that are added during the iteration.
  for (const { needs } of needed) for (const one of manifests) if (needs.includes(one.id)) needed.add(one);
  const folders = ['platform/web', ...[...needed].map(folderOf)];
  const [english, arabic] = languages.map(
    (language) => new Set(folders.flatMap((one) => validationTexts(one, language))),
  );
  return new Set([...(english ?? [])].filter((key) => arabic?.has(key)));
}

const values: unknown[] = [undefined, null, '', ' ', 'x'.repeat(9000), -1, 0.5, 1e300, true, [], {}, ['x'], { x: 1 }];

/** The value with each of its fields replaced by each hostile value in turn, and with an unknown field. */
function* spoilt(value: unknown): Generator<unknown> {
  yield* values;
  if (Array.isArray(value)) {
    for (const one of spoilt(value[0])) yield [one];
    yield Array.from({ length: 600 }, () => value[0]);
  } else if (typeof value === 'object' && value !== null && !(value instanceof Blob)) {
    for (const [key, before] of Object.entries(value)) for (const one of spoilt(before)) yield { ...value, [key]: one };
    yield { ...value, notAField: 1 };
  }
}

/** The messages of a schema for hostile values; the server refuses unreadable ones before it asks the schema. */
function messagesOf(schema: z.ZodType): Set<string> {
  const random = fc.sample(fc.oneof(valuesFor(schema), hostileValue), { numRuns: 8, seed: 1 });
  const messages = new Set<string>();
  for (const value of [...spoilt(sampleOf(schema)), ...random])
    if (!unreadableField(value))
      for (const { message } of schema.safeParse(value).error?.issues ?? []) messages.add(message);
  return messages;
}

type Checked = { app: AppManifest; name: string; schema: z.ZodType };
const isSchema = (schema: unknown): schema is z.ZodType => schema instanceof z.ZodType;
const ofRoutes = walkedRoutes.flatMap(({ app, route, name }): Checked[] =>
  [route.params, route.query, route.body].flatMap((schema) => (isSchema(schema) ? [{ app, name, schema }] : [])),
);
const ofCommands = manifests.flatMap((app) =>
  Object.entries(app.commands ?? {}).flatMap(([method, { params }]): Checked[] => [
    { app, name: `command ${method} of ${app.id}`, schema: params },
    ...(app.hardware ?? []).flatMap((model) => {
      const schema = configParams(method, model);
      return schema ? [{ app, name: `command ${method} of model ${model.id}`, schema }] : [];
    }),
  ]),
);

/** Apps share schemas: each one is tried once for each set of explained messages. */
const messagesBySchema = new Map<z.ZodType, Set<string>>();
beforeAll(explainByKeys);

test.each([
  ['routes', ofRoutes],
  ['commands', ofCommands],
])('whatever is sent, every error of the %s is explained in English and in Arabic', (_of, all) => {
  const explained = new Map(manifests.map((app) => [app.id, explainedBy(app)]));
  const unexplained = all.flatMap(({ app, name, schema }) => {
    const messages = messagesBySchema.get(schema) ?? messagesOf(schema);
    messagesBySchema.set(schema, messages);
    return [...messages].filter((one) => !explained.get(app.id)?.has(one)).map((one) => `${name}: ${one}`);
  });
  expect(unexplained).toEqual([]);
});
