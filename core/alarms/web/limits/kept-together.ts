/** The spaces of "3.24 m > 3.00 m", at which the line must not break. */
const within = /(?<=\d) (?=[\p{L}%°µ<>≤≥=≠(])|(?<=\S) (?=\(?[<>≤≥=≠])|(?<=[<>≤≥=≠]) /gu;

/** A measured value and its limit that stay on one line; the name of the sensor may be on the line before. */
export const keptTogether = (text: string): string => text.replace(within, '\u00a0');
