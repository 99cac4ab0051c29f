import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Font } from 'harfbuzzjs';

/** The part of a text that one font has. */
type Run = { script: 'arabic' | 'latin'; text: string };
/** A text as outlines of its letters from left to right, and its width, both in the size that was asked for. */
export type Letters = { svg: string; width: number };

const weight = 700;
const files = { arabic: 'cairo-arabic-wght-normal.woff2', latin: 'cairo-latin-wght-normal.woff2' } as const;
type Fonts = Record<keyof typeof files, Font>;

async function openFonts() {
  // Loaded on demand: only installations with such displays need them.
  const [harfbuzz, { decompress }] = await Promise.all([import('harfbuzzjs'), import('wawoff2')]);
  const { resolve } = createRequire(import.meta.url);
  const open = async (file: string) => {
    const font = Uint8Array.from(await decompress(await readFile(resolve(`@fontsource-variable/cairo/files/${file}`))));
    const opened = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(font.buffer)));
    opened.setVariations([new harfbuzz.Variation('wght', weight)]);
    return opened;
  };
  // One after the other: the next call of `decompress` overwrites the memory of its last result.
  const arabic = await open(files.arabic);
  const latin = await open(files.latin);
  return { harfbuzz, fonts: { arabic, latin } satisfies Fonts };
}

let opened: ReturnType<typeof openFonts> | undefined;

const isArabic = /\p{Script=Arabic}/u;
const isLetterOrDigit = /[\p{L}\p{N}]/u;

/** What stands between words belongs to those before it. */
function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const script = isArabic.test(character)
      ? 'arabic'
      : isLetterOrDigit.test(character) || !last
        ? 'latin'
        : last.script;
    if (last && last.script === script) last.text += character;
    else runs.push({ script, text: character });
  }
  return runs;
}

/**
 * Draws a text with the letters of the product's font, joined as Arabic is, in its own direction. The origin is the left
 * end of the base line. Rasterizers would need the font installed.
 */
export async function lettersOf(text: string, size: number, direction: 'ltr' | 'rtl'): Promise<Letters> {
  opened ??= openFonts();
  const { harfbuzz, fonts } = await opened;
  const runs = runsOf(text);
  let width = 0;
  let svg = '';
  for (const { script, text: part } of direction === 'rtl' ? runs.toReversed() : runs) {
    const font = fonts[script];
    const scale = size / font.face.upem;
    const buffer = new harfbuzz.Buffer();
    buffer.addText(part);
    buffer.guessSegmentProperties();
    harfbuzz.shape(font, buffer);
    const positions = buffer.getGlyphPositions();
    for (const [at, { codepoint: glyph }] of buffer.getGlyphInfos().entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {};
      const [x, y] = [width + xOffset * scale, -yOffset * scale];
      svg += `<path transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})" d="${font.glyphToPath(glyph)}"/>`;
      width += xAdvance * scale;
    }
  }
  return { svg, width };
}
