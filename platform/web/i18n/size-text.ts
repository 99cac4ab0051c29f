import { formatNumber } from './formats.ts';
import { text } from './i18n.ts';

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;
/** In kilobytes; smaller files are shown with this size. */
const smallest = 0.1;
/** From so many megabytes, decimals say nothing. */
const large = 10;

/** A size in bytes, as "12.5 kB" or "31 MB", in the language of the page. */
export function sizeText(bytes: number): string {
  if (bytes === 0) return text('kit', 'sizes.kilobytes', { size: formatNumber(0) });
  if (bytes < megabyte)
    return text('kit', 'sizes.kilobytes', { size: formatNumber(Math.max(smallest, bytes / kilobyte), 1) });
  const size = bytes / megabyte;
  return text('kit', 'sizes.megabytes', { size: formatNumber(size, size < large ? 1 : 0) });
}
