export type Option = { value: string; label: string };
export type OptionQuery = { search: string; skip: number; limit: number; parent?: readonly string[] };

/** One filter of a list. Its label is the text `filters.<field>`, else `columns.<field>`. */
export type Filter = {
  field: string;
  kind: 'select' | 'boolean' | 'dateRange' | 'range';
  /** Words are explained by `values.<field>.<word>`. */
  options?: readonly (string | Option)[];
  /** Fetches options by pages of 10. */
  search?: (query: OptionQuery) => Promise<{ data: Option[]; totalRecords: number | undefined }>;
  /** Disabled until that filter has a value; its options load anew when that changes. */
  dependsOn?: string;
  single?: boolean;
  /** Bounds of an amount. */
  min?: number;
  max?: number;
};

export const optionPageSize = 10;

/** Developer's mistakes, each with a clear message. Source: 1-core.md §5. */
export function checkFilters(filters: readonly Filter[]): void {
  const kinds = ['select', 'boolean', 'dateRange', 'range'];
  for (const filter of filters) {
    if (!filter.field) throw new Error('A filter needs a field');
    if (!kinds.includes(filter.kind))
      throw new Error(`The filter "${filter.field}" has the unknown kind "${filter.kind}"`);
    if (filter.kind === 'select' && Boolean(filter.options) === Boolean(filter.search))
      throw new Error(`The select filter "${filter.field}" needs options or a search function, not both`);
    if (filter.kind !== 'select' && (filter.options || filter.search))
      throw new Error(`Only a select filter has options, not "${filter.field}"`);
    if (filter.dependsOn && !filters.some((one) => one.field === filter.dependsOn))
      throw new Error(`The filter "${filter.field}" depends on "${filter.dependsOn}", which is no filter of this list`);
  }
}
