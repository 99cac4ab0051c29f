import { fold } from '#platform/common/search/search.ts';

/** A column that an import supports. */
export type ImportColumn = {
  field: string;
  required?: boolean;
  /** The values of an enum column, translated by `values.<field>.<value>`. */
  words?: readonly string[];
  example: string;
};

export type Labelled = ImportColumn & { label: string; wordLabels: Record<string, string> };

/** Field → index of the column in the file. */
export type Matches = Record<string, number | null>;

/** Finds the column of each field by its label in the person's language or by the field's name. */
export function matchColumns(head: readonly string[], columns: readonly Labelled[]): Matches {
  const names = head.map(fold);
  const find = ({ field, label }: Labelled) =>
    [label, field].map((name) => names.indexOf(fold(name))).find((at) => at >= 0) ?? null;
  return Object.fromEntries(columns.map((column) => [column.field, find(column)]));
}

/** The lines as the server expects them: field → text, with labels translated to enum values. */
export function linesToImport(
  lines: readonly (readonly string[])[],
  matches: Matches,
  columns: readonly Labelled[],
): Record<string, string>[] {
  const read = columns.flatMap(({ field, wordLabels }) => {
    const at = matches[field] ?? null;
    const words = new Map(Object.entries(wordLabels).map(([word, label]) => [fold(label), word]));
    return at === null ? [] : [{ field, at, words }];
  });
  return lines.map((line) =>
    Object.fromEntries(
      read.flatMap(({ field, at, words }) => {
        const text = line[at]?.trim() ?? '';
        return text === '' ? [] : [[field, words.get(fold(text)) ?? text]];
      }),
    ),
  );
}
