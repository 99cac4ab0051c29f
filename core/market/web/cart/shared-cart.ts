import { type CartEntry, cartEntry, maxCartEntries } from '../../common/cart.ts';

/** The name of the fragment of the address that carries a shared cart. */
const fragment = 'cart';
/** The maximum number of bytes that are read of a shared cart; real ones are far smaller. */
const maxBytes = 200_000;

async function bytesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = stream.getReader();
  let size = 0;
  for (let read = await reader.read(); read.value; read = await reader.read()) {
    size += read.value.length;
    if (size > maxBytes) throw new Error('the shared cart is too large');
    parts.push(read.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

const inBase64Url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const ofBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

/** The fragment of an address that carries a cart, compressed: `#cart=…`. */
export async function sharedCartFragment(entries: readonly CartEntry[]): Promise<string> {
  const compressed = await bytesOf(
    new Blob([JSON.stringify(entries)]).stream().pipeThrough(new CompressionStream('deflate-raw')),
  );
  return `#${fragment}=${inBase64Url(compressed)}`;
}

/** The entries in the fragment of an address, without those that cannot be read; null if it carries no cart. */
export async function sharedCartIn(hash: string): Promise<CartEntry[] | null> {
  const text = new URLSearchParams(hash.slice(1)).get(fragment);
  if (text === null) return null;
  try {
    const compressed = ofBase64Url(text);
    const bytes = await bytesOf(new Blob([compressed]).stream().pipeThrough(new DecompressionStream('deflate-raw')));
    const stored: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (!Array.isArray(stored)) return [];
    return stored.flatMap((entry) => cartEntry.safeParse(entry).data ?? []).slice(0, maxCartEntries);
  } catch (error) {
    console.warn('The shared cart could not be read.', error);
    return [];
  }
}
