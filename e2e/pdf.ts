import { readFile } from 'node:fs/promises';
import { getDocumentProxy } from 'unpdf';

export type PdfLine = {
  /** As printed, from left to right. */
  text: string;
  /** The middle of the line as a part of the page's width: 0 is the left edge. */
  middle: number;
};

type Part = { str: string; width: number; transform: number[] };
const [atX, atY] = [4, 5];
/** Accents are a little above or below their line, in points. */
const lineHeight = 4;

/** The lines of a PDF from the top of its first page to the bottom of its last. */
export async function pdfLines(file: string | Uint8Array): Promise<PdfLine[]> {
  const bytes = typeof file === 'string' ? new Uint8Array(await readFile(file)) : file;
  const pdf = await getDocumentProxy(bytes);
  const lines: PdfLine[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const [left = 0, , right = 0] = page.view;
    const { items } = await page.getTextContent();
    const parts = items
      .filter((item): item is (typeof items)[number] & Part => 'str' in item && item.str.trim() !== '')
      .toSorted((a, b) => yOf(b) - yOf(a) || xOf(a) - xOf(b));
    for (const group of grouped(parts)) {
      const ordered = group.toSorted((a, b) => xOf(a) - xOf(b));
      const [first, last] = [ordered[0] as Part, ordered.at(-1) as Part];
      lines.push({
        text: ordered.map(({ str }) => str).join(''),
        middle: ((xOf(first) + xOf(last) + last.width) / 2 - left) / (right - left),
      });
    }
  }
  return lines;
}

const xOf = ({ transform }: Part) => transform[atX] ?? 0;
const yOf = ({ transform }: Part) => transform[atY] ?? 0;

function grouped(parts: readonly Part[]): Part[][] {
  const groups: Part[][] = [];
  for (const part of parts) {
    const current = groups.at(-1);
    if (current?.[0] && yOf(current[0]) - yOf(part) < lineHeight) current.push(part);
    else groups.push([part]);
  }
  return groups;
}

/**
 * The letters and digits of a text, sorted: fonts of Arabic draw ligatures and joined forms, whose order within a line of
 * a PDF is that of the paper.
 */
export const lettersOf = (text: string): string =>
  [...text.normalize('NFKC')]
    .filter((letter) => /[\p{L}\p{N}]/u.test(letter))
    .sort()
    .join('');

/** Whether the letters of a text are among those of a line. */
export const holds = ({ text }: PdfLine, wanted: string): boolean => {
  const letters = [...lettersOf(text)];
  return [...lettersOf(wanted)].every((letter) => {
    const at = letters.indexOf(letter);
    if (at >= 0) letters.splice(at, 1);
    return at >= 0;
  });
};
