import { fold } from '#platform/common/search.ts';

/** A column that an import understands. */
export type ImportColumn = {
  field: string;
  required?: boolean;
  /** Words that its cells may hold, explained by `values.<field>.<word>`. */
  words?: readonly string[];
  example: string;
};

export type Labelled = ImportColumn & { label: string; wordLabels: Record<string, string> };

/** field → which column of the file. */
export type Matches = Record<string, number | null>;

/** Finds for each field the column of the file that bears its name, in the reader's language or as the field is called. */
export function matchColumns(head: readonly string[], columns: readonly Labelled[]): Matches {
  const names = head.map(fold);
  const find = ({ field, label }: Labelled) =>
    [label, field].map((name) => names.indexOf(fold(name))).find((at) => at >= 0) ?? null;
  return Object.fromEntries(columns.map((column) => [column.field, find(column)]));
}

/** Lines as the server reads them: field → text, words as it knows them. */
export function linesOf(
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
