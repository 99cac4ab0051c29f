import { z } from 'zod';
import type { Access } from './access.ts';
import { route } from './route.ts';
import { plainDigits } from './search/search.ts';

/** The maximum number of lines in one import call; a longer file is sent in parts. A dry run takes the whole file. */
export const importPartSize = 250;
export const importMaxLines = 20_000;
const maxCellLength = 2000;

const cell = z.string().trim().max(maxCellLength, 'tooLong');

/** The lines of an imported table: column → text. Empty cells are left out. */
const importBody = z
  .object({
    /** Validates and reports the outcome without changing anything. */
    dryRun: z.boolean(),
    lines: z
      .array(z.record(z.string().max(60, 'tooLong'), cell))
      .min(1, 'Required')
      .max(importMaxLines, 'tooLong'),
  })
  .refine(({ dryRun, lines }) => dryRun || lines.length <= importPartSize, { message: 'tooLong', path: ['lines'] });
export type ImportBody = z.infer<typeof importBody>;

export const importOutcomes = ['created', 'updated', 'unchanged', 'refused'] as const;

/** The outcome of each line, in the order of the lines. */
const importReply = z.array(
  z.object({
    outcome: z.enum(importOutcomes),
    /** The reasons for a refusal: column and code. */
    errors: z.array(z.object({ param: z.string(), msg: z.string() })),
  }),
);
export type ImportReply = z.infer<typeof importReply>;

/**
 * Declares the route that imports records in bulk. A line whose key exists updates that record, so that a file can be
 * sent again.
 */
export const importRoute = <Path extends string>(path: Path, access: Access) =>
  route.post(`${path}/import` as const, {
    access,
    body: importBody,
    reply: importReply,
    status: 200,
    bodyLimit: 32_000_000,
  });

/** A number written in any digits, with a point for decimals. */
export const numberText = () =>
  z
    .string()
    .transform((text) => plainDigits(text).replace('٫', '.'))
    .pipe(z.string().regex(/^[-+]?\d+(\.\d+)?$/, 'enterANumber'))
    .transform(Number);

/** YYYY-MM-DD or DD/MM/YYYY. */
export const dayText = () =>
  z
    .string()
    .transform((text) =>
      plainDigits(text).replace(
        /^(\d\d?)\/(\d\d?)\/(\d{4})$/,
        (_, day, month, year) => `${year}-${two(month)}-${two(day)}`,
      ),
    )
    .pipe(z.iso.date('invalidDate'));
const two = (digits: string) => digits.padStart(2, '0');

/** A value of an enumeration, case-insensitive. */
export const enumText = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z
    .string()
    .transform((text) => values.find((value) => value.toLowerCase() === text.toLowerCase()) ?? text)
    .pipe(z.enum(values, 'invalid'));
