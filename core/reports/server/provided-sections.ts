import type { ActingPerson } from '#core/permissions/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Period } from '#platform/common/time/time.ts';
import type { Context } from '#platform/server/serve.ts';
import type { DocumentCell, Words } from '../common/document.ts';
import type { ReportColumn } from '../common/manifest.ts';

/** The person in whose name a section is read, and a transaction that sees one snapshot of what that person may see. */
export type SectionContext = Pick<Context, 'tx' | 'kit'> & ActingPerson;

export type SectionQuestion = {
  /** The app of the section. */
  app: string;
  params: Readonly<Record<string, unknown>>;
  period: Period;
  /** IANA name */
  zone: string;
  /** The sites that the report is limited to; null for all that the person may see. */
  structures: readonly number[] | null;
  /** How many rows are wanted at most. */
  mostRows: number;
};

/** A column that a section adds with its data: one for each sensor. */
export type AddedColumn = ReportColumn & { key: string; title: Words };
export type SectionRow = Readonly<Record<string, DocumentCell>>;

/** If `rows` has only the first ones: `rowCount` says how many there are, and `totals` has the sums of all by column. */
export type SectionData = {
  rows: readonly SectionRow[];
  added?: readonly AddedColumn[];
  rowCount?: number;
  totals?: Readonly<Record<string, number>>;
  /** By column: what its words are called, where the texts of the slice do not say so. */
  names?: Readonly<Record<string, Readonly<Record<string, Words>>>>;
};

/**
 * Reads the data of a section in one statement for each table, never one for each row. It is limited to what the person may
 * see; `structures` narrows it further.
 */
export type ReadSection = (context: SectionContext, question: SectionQuestion) => Promise<SectionData>;

export type SectionPart = {
  read: ReadSection;
  /**
   * The abilities (`app.entity.action`) that decide which rows a person sees, if it is not the one of the section's call. A
   * run is shown only to people who have all of them at the same sites.
   */
  abilities?: (app: AppManifest) => readonly string[];
};

const provided = new Map<string, SectionPart>();

/** Called once by a slice for each of its `reportSections`. */
export function provideReportSection(kind: string, part: SectionPart): void {
  provided.set(kind, part);
}

/** The part of a kind. Throws for a kind that a manifest declares without one. */
export function sectionPart(kind: string): SectionPart {
  const part = provided.get(kind);
  if (!part) throw new Error(`no slice provides the report section "${kind}"`);
  return part;
}
