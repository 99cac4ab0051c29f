import { z } from 'zod';
import { sectionDrawings } from './manifest.ts';

/** A text in both languages. */
export const words = z.object({ en: z.string(), ar: z.string() });
export type Words = z.infer<typeof words>;

/** Why a section has no data: its query failed or took too long, or the person may not, or no longer, see it. */
export const sectionFaults = ['failed', 'too-slow', 'no-permission', 'app-not-held', 'unknown'] as const;
export type SectionFault = (typeof sectionFaults)[number];

const documentColumn = z.object({
  key: z.string(),
  title: words,
  type: z.enum(['text', 'number', 'percent', 'instant', 'day', 'duration']),
  unit: z.string().optional(),
  decimals: z.number().optional(),
  total: z.literal('sum').optional(),
  /** What the stored words of the column are called. */
  names: z.record(z.string(), words).optional(),
});
export type DocumentColumn = z.infer<typeof documentColumn>;

const cell = z.union([z.string(), z.number(), z.null()]);
export type DocumentCell = z.infer<typeof cell>;

const dataSection = z.object({
  type: z.literal('data'),
  /** The name of the app; null for what belongs to none. */
  app: words.nullable(),
  title: words,
  draw: z.enum(sectionDrawings),
  columns: z.array(documentColumn),
  rows: z.array(z.array(cell)),
  /** Of the columns in order; null where a column has no total. Null if the table has none. */
  totals: z.array(z.number().nullable()).nullable(),
  /** How many rows there are; `rows` has the first of them. */
  rowCount: z.number(),
  fault: z.enum(sectionFaults).nullable(),
});
export type DocumentSection = z.infer<typeof dataSection>;

const documentPart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('heading'), level: z.number(), text: words }),
  z.object({ type: z.literal('text'), text: words }),
  z.object({ type: z.literal('page-break') }),
  dataSection,
]);

/** Parts next to each other. `width`: in twelfths of the page. */
const documentRow = z.array(z.object({ width: z.number(), part: documentPart }));
export type DocumentRow = z.infer<typeof documentRow>;

/**
 * What a run has found: the frozen data of a report, from which page, PDF, XLSX and CSV are made in either language.
 * Instants are ISO texts in UTC.
 */
export const reportDocument = z.object({
  name: z.string(),
  company: z.string(),
  zone: z.string(),
  from: z.string(),
  to: z.string(),
  /** When its data were read. */
  dataAt: z.string(),
  /** In whose name. */
  by: z.string(),
  layout: z.object({ paper: z.enum(['A4', 'A3', 'Letter']), landscape: z.boolean(), footer: words }),
  rows: z.array(documentRow),
});
export type ReportDocument = z.infer<typeof reportDocument>;
