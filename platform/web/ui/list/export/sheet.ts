/** A cell: text, a number, or an instant with its displayed text. */
export type SheetCell = string | number | boolean | null | { at: Date; text: string };
export type SheetRow = readonly SheetCell[];

/** Takes rows as they arrive, so that they need not stay in memory. */
export type SheetWriter = {
  type: 'csv' | 'xlsx';
  add(rows: readonly SheetRow[]): void;
  finish(): Promise<Blob>;
  /** Discards the written rows. */
  close(): void;
};
