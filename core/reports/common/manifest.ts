/** How a section is drawn from its table. Spreadsheets get the table itself. */
export const sectionDrawings = ['tiles', 'table', 'bars'] as const;
export type SectionDrawing = (typeof sectionDrawings)[number];

/**
 * A column of a section. The text `reportColumns.<key>` of the slice is its heading.
 * `values`: its values are keys below `values.<this>` of the slice's texts. Durations are seconds, percentages are of 100.
 */
export type ReportColumn = {
  type: 'text' | 'number' | 'percent' | 'instant' | 'day' | 'duration';
  unit?: string;
  decimals?: number;
  /** The last row of the table has the sum of the column. */
  total?: 'sum';
  values?: string;
};

/** An input of a section. The text `reportParams.<key>` of the slice is its label, options are below `values.<key>`. */
export type ReportParam =
  | { kind: 'choice'; options: readonly string[]; initial: string }
  | { kind: 'number'; min: number; max: number; initial: number }
  /** Devices of the app of the section. */
  | { kind: 'devices'; most: number };

/**
 * A kind of section that reports can have: a table with what one query of the slice finds in a period. Its name is the text
 * `reportSections.<kind>`; the server of the slice provides the query with `provideReportSection`.
 */
export type ReportSectionSpec = {
  /** A read call, `set.name`, of the app of the section; the section needs the access of the call. */
  call: string;
  draw: SectionDrawing;
  /** In order. A section may add columns with its data, such as one for each sensor. */
  columns: Readonly<Record<string, ReportColumn>>;
  params?: Readonly<Record<string, ReportParam>>;
  /** The smallest and the usual width, in twelfths of the page. */
  width?: readonly [least: number, usual: number];
  /** The longest period in days. */
  maxDays?: number;
  /** It names people whom the company serves, children or number plates: it is never sent outside of the company. */
  personal?: true;
  /** Listed, but cannot be added. */
  unsupported?: true;
};

declare module '#platform/common/define-app.ts' {
  interface ManifestParts {
    /** By kind; unique over all slices. */
    reportSections?: Readonly<Record<string, ReportSectionSpec>>;
  }
}
