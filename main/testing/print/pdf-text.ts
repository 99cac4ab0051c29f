import { inflateSync } from 'node:zlib';

type Object = { head: string; stream: string | null };

/** The objects of a PDF by their number. */
function objectsOf(file: string): Map<number, Object> {
  const objects = new Map<number, Object>();
  for (const { 1: id, index, 0: begin } of file.matchAll(/(?<=^|\n)(\d+) 0 obj\n/g)) {
    const start = index + begin.length;
    const end = file.indexOf('endobj', start);
    const streamAt = file.indexOf('stream\n', start);
    const head = file.slice(start, streamAt >= 0 && streamAt < end ? streamAt : end);
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
    const isStream = streamAt >= 0 && streamAt < end && length > 0;
    const bytes = isStream ? Buffer.from(file.slice(streamAt + 7, streamAt + 7 + length), 'latin1') : null;
    const isPacked = head.includes('/FlateDecode') && !head.includes('/Image');
    objects.set(Number(id), {
      head,
      stream: bytes && (isPacked ? inflateSync(bytes) : bytes).toString('latin1'),
    });
  }
  return objects;
}

const utf16 = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');

/** The texts of the glyphs of a font, and how many hexadecimal digits a glyph has. */
type Font = { digits: number; glyphs: ReadonlyMap<number, string> };
const noFont: Font = { digits: 4, glyphs: new Map() };

function fontIn(map: string): Font {
  const glyphs = new Map<number, string>();
  for (const [, part = ''] of map.matchAll(/beginbfchar\n([\s\S]*?)endbfchar/g))
    for (const [, glyph = '', text = ''] of part.matchAll(/<(\w+)> <(\w+)>/g))
      glyphs.set(Number.parseInt(glyph, 16), utf16(text));
  for (const [, part = ''] of map.matchAll(/beginbfrange\n([\s\S]*?)endbfrange/g))
    for (const [, from = '', to = '', text = ''] of part.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g))
      for (let n = Number.parseInt(from, 16), i = 0; n <= Number.parseInt(to, 16); n++, i++)
        glyphs.set(n, String.fromCodePoint((utf16(text).codePointAt(0) ?? 0) + i));
  const digits = /begincodespacerange\n<(\w+)>/.exec(map)?.[1]?.length ?? noFont.digits;
  return { digits, glyphs };
}

/**
 * The texts of the pages of a PDF that Chromium has made, in the order in which they were drawn. Runs of Arabic are drawn
 * from left to right, so that their letters are in reverse.
 */
export function pdfPages(bytes: Buffer): string[] {
  const objects = objectsOf(bytes.toString('latin1'));
  const headOf = (id: number) => objects.get(id)?.head ?? '';
  const fonts = new Map<number, Font>();
  const fontOf = (id: number): Font => {
    const known = fonts.get(id);
    if (known) return known;
    const map = Number(/\/ToUnicode (\d+) 0 R/.exec(headOf(id))?.[1] ?? 0);
    const font = fontIn(objects.get(map)?.stream ?? '');
    fonts.set(id, font);
    return font;
  };
  const pagesBelow = (id: number): number[] => {
    const kids = /\/Kids \[([^\]]*)\]/.exec(headOf(id))?.[1];
    if (kids === undefined) return [id];
    return [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, kid]) => pagesBelow(Number(kid)));
  };
  const root = [...objects].find(([, { head }]) => head.includes('/Type /Catalog'))?.[0] ?? 0;
  const pages = Number(/\/Pages (\d+) 0 R/.exec(headOf(root))?.[1] ?? 0);
  return pagesBelow(pages).map((page) => {
    const head = headOf(page);
    const resources = /\/Resources (\d+) 0 R/.exec(head)?.[1];
    const named = resources === undefined ? head : headOf(Number(resources));
    const fontsHere = new Map(
      [...named.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id]) => [name, fontOf(Number(id))] as const),
    );
    const contents = Number(/\/Contents (\d+) 0 R/.exec(head)?.[1] ?? 0);
    return drawnTexts(objects.get(contents)?.stream ?? '', fontsHere);
  });
}

function drawnTexts(content: string, fonts: ReadonlyMap<string, Font>): string {
  let font = noFont;
  let text = '';
  let stated: string | null = null;
  for (const [token, named, actual, hex] of content.matchAll(
    /\/(F\d+) \S+ Tf|\/ActualText <(\w+)>|<(\w+)> ?Tj|\bEMC\b|\bET\b/g,
  )) {
    if (named !== undefined) font = fonts.get(named) ?? noFont;
    else if (actual !== undefined) stated = utf16(actual.replace(/^feff/i, ''));
    else if (token === 'EMC') {
      text += stated ?? '';
      stated = null;
    } else if (token === 'ET') text += ' ';
    else if (hex !== undefined && stated === null)
      for (let at = 0; at < hex.length; at += font.digits)
        text += font.glyphs.get(Number.parseInt(hex.slice(at, at + font.digits), 16)) ?? '';
  }
  // Marks of direction are stated, but not drawn.
  return text.replaceAll(/[\u2066-\u2069]/g, '').replaceAll(/\s+/g, ' ');
}
