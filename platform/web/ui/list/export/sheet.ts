/** A cell as a sheet has it: texts and numbers, or an instant with how people read it. */
export type SheetCell = string | number | boolean | null | { at: Date; text: string };
export type SheetRow = readonly SheetCell[];

/** Takes rows as they come, so that none has to stay in the page's memory until all are there. */
export type SheetWriter = {
  type: 'csv' | 'xlsx';
  add(rows: readonly SheetRow[]): void;
  finish(): Promise<Blob>;
  /** Lets go of what was written. */
  close(): void;
};
