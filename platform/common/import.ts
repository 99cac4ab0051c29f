import { z } from 'zod';
import type { Access } from './access.ts';
import { route } from './route.ts';
import { plainDigits } from './search.ts';

/** Lines of one call that brings records; a longer file is sent in parts. A dry run takes the whole file. */
export const importPartSize = 250;
export const importMaxLines = 20_000;
const longestText = 2000;

const cell = z.string().trim().max(longestText, 'tooLong');

/** Lines of a table that a person brings from elsewhere: column → text. Empty cells say nothing. */
const importBody = z
  .object({
    /** Tells what would happen, and changes nothing. */
    dryRun: z.boolean(),
    lines: z
      .array(z.record(z.string().max(60, 'tooLong'), cell))
      .min(1, 'Required')
      .max(importMaxLines, 'tooLong'),
  })
  .refine(({ dryRun, lines }) => dryRun || lines.length <= importPartSize, { message: 'tooLong', path: ['lines'] });
export type ImportBody = z.infer<typeof importBody>;

export const importOutcomes = ['created', 'updated', 'unchanged', 'refused'] as const;

/** What became of each line, in their order. */
const importReply = z.array(
  z.object({
    outcome: z.enum(importOutcomes),
    /** Why it was refused: column and reason. */
    errors: z.array(z.object({ param: z.string(), msg: z.string() })),
  }),
);
export type ImportReply = z.infer<typeof importReply>;

/** Brings many records at once. A line whose key is known changes that record, so a file may be sent again. */
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

/** One of some words, whatever their case. */
export const enumText = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z
    .string()
    .transform((text) => words.find((word) => word.toLowerCase() === text.toLowerCase()) ?? text)
    .pipe(z.enum(words, 'invalid'));
