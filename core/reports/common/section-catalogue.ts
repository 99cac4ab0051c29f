import { z } from 'zod';
import { route } from '#platform/common/route.ts';
import { id } from '#platform/common/validation/validation.ts';
import { reportDocument, words } from './document.ts';
import { sectionDrawings } from './manifest.ts';
import { canDoWithReports, reportDefinition, reportsPath } from './report.ts';

const label = { label: words };
const param = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('choice'),
    ...label,
    options: z.array(z.object({ value: z.string(), label: words })),
    initial: z.string(),
  }),
  z.object({ kind: z.literal('number'), ...label, min: z.number(), max: z.number(), initial: z.number() }),
  z.object({ kind: z.literal('devices'), ...label, most: z.number() }),
]);
export type OfferedParam = z.infer<typeof param>;

/**
 * A kind of section for one app, with why the caller cannot add it. It is named in both languages, as a report is, since the
 * texts of the slices are not in the browser.
 */
export const offeredSection = z.object({
  app: z.string(),
  appName: words,
  kind: z.string(),
  name: words,
  draw: z.enum(sectionDrawings),
  columns: z.array(z.object({ key: z.string(), title: words })),
  params: z.record(z.string(), param),
  width: z.object({ least: z.number(), usual: z.number() }),
  maxDays: z.number().nullable(),
  refused: z.enum(['unsupported', 'app-not-held', 'no-permission', 'unknown']).nullable(),
});
export type OfferedSection = z.infer<typeof offeredSection>;

export const catalogueRoutes = {
  sections: route.get(`${reportsPath}/widget`, {
    access: canDoWithReports('read'),
    reply: z.array(offeredSection),
  }),
  /** What a report that is not stored would show now, with the first rows of each section. */
  preview: route.post(`${reportsPath}/preview`, {
    access: canDoWithReports('generate'),
    body: reportDefinition.extend({ structureIds: z.array(id()).max(200, 'tooLong') }),
    reply: reportDocument,
    status: 200,
    limitPerMinute: 60,
    limitBy: 'person',
  }),
};
