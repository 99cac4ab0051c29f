const decoder = new TextDecoder('windows-1252');

/** The characters of 0x80 to 0x9F; elsewhere the encoding is that of Latin 1. Five of them have no character of their own. */
const special = new Map(
  Array.from({ length: 32 }, (_, at) => [decoder.decode(Uint8Array.of(0x80 + at)).codePointAt(0) ?? 0, 0x80 + at]),
);

export const decodeText = (bytes: Uint8Array): string => decoder.decode(bytes);

/** A character that the encoding lacks becomes a question mark. */
export const encodeText = (text: string): Buffer =>
  Buffer.from(
    Array.from(text, (character) => {
      const point = character.codePointAt(0) ?? 0;
      return special.get(point) ?? (point < 0x100 ? point : 0x3f);
    }),
  );

/** Without control characters, which cannot be stored or shown. */
export const printable = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones
  text.replace(/[\x00-\x1f\x7f]/g, ' ');
