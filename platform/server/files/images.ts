import sharp from 'sharp';
import { fairQueue } from '../http/fair-queue.ts';
import { invalid } from '../refuse.ts';

const longestSide = 4096;
/** The maximum number of pixels, that of a scanned A0 sheet; a small file with more would need too much memory. */
const mostPixels = 100_000_000;
/** Limits for images with many pixels and little content: small to send, and as slow to decode as any other. */
const large = 16_000_000;
const mostPixelsOfByte = 1000;
const seconds = 15;

// Few images are decoded at once; the processors belong to telemetry.
sharp.concurrency(1);
sharp.cache(false);

/** An image that the server has encoded: WebP, upright, without metadata, no side above 4096 pixels. */
export class EncodedImage extends File {
  readonly width: number;
  readonly height: number;
  constructor(bytes: Uint8Array<ArrayBuffer>, name: string, size: { width: number; height: number }) {
    super([bytes], name, { type: 'image/webp' });
    this.width = size.width;
    this.height = size.height;
  }
}

const begins = (bytes: Uint8Array, at: number, text: string) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(text.length, bytes.length - at)).toString('latin1') ===
  text;

/** Only these formats are passed to the decoder. */
export const isPicture = (bytes: Uint8Array) =>
  bytes.length > 12 &&
  (begins(bytes, 0, '\x89PNG\r\n\x1a\n') ||
    begins(bytes, 0, '\xff\xd8\xff') ||
    (begins(bytes, 0, 'RIFF') && begins(bytes, 8, 'WEBP')) ||
    begins(bytes, 4, 'ftypavif'));

/** SVG, which can contain scripts. */
export const isSvg = (bytes: Uint8Array) => /<svg[\s/>]/i.test(Buffer.from(bytes.subarray(0, 4096)).toString('utf8'));

// The largest images take some hundred megabytes during decoding.
const inTurn = fairQueue({ atOnce: 2, perOwner: 1, maxQueuedPerOwner: 8 });

/**
 * Decodes and re-encodes the file, so that none of its original bytes remain; refuses other files under `param`. Owners
 * take turns.
 */
export const encodedImage = (file: File, param: string, owner = ''): Promise<EncodedImage> =>
  inTurn(owner, () => encode(file, param));

async function encode(file: File, param: string): Promise<EncodedImage> {
  const bytes = await file.bytes();
  if (!isPicture(bytes)) throw invalid(param, isSvg(bytes) ? 'svgNotAccepted' : 'notAnImage');
  const broken = () => {
    throw invalid(param, 'imageBroken');
  };
  // Reads only the header, so that the refusal can name the reason.
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata().catch(broken);
  const pixels = width * height;
  if (pixels > mostPixels) throw invalid(param, 'imageTooLarge');
  if (pixels > large && pixels > bytes.length * mostPixelsOfByte) throw invalid(param, 'imageNearlyEmpty');
  const { data, info } = await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 88 })
    .timeout({ seconds })
    .toBuffer({ resolveWithObject: true })
    .catch(broken);
  return new EncodedImage(Uint8Array.from(data), file.name, info);
}
