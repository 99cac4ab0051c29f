/** Separators of both scripts. */
export const tagSeparators = [',', ';', '|', '،', '؛'] as const;
const separated = /[,;|،؛]/;

/** Adds typed text as tags: split, trimmed and unique; more than the limit are rejected. */
export function addTags(
  words: readonly string[],
  most = Number.POSITIVE_INFINITY,
): { tags: string[]; refused: boolean } {
  const all = new Set(words.flatMap((word) => word.split(separated)).map((word) => word.trim()));
  all.delete('');
  const tags = [...all];
  return { tags: tags.slice(0, most), refused: tags.length > most };
}
