import type { BarcodeDetector } from 'barcode-detector/ponyfill';

const formats = ['qr_code', 'data_matrix', 'code_128', 'code_39', 'ean_13'] as const;
const pauseMs = 150;

type Detector = Pick<BarcodeDetector, 'detect'>;

/** The detector of the browser; null if it has none for QR codes. */
async function browserDetector(): Promise<Detector | null> {
  const own = (globalThis as { BarcodeDetector?: typeof BarcodeDetector }).BarcodeDetector;
  const supported = (await own?.getSupportedFormats()) ?? [];
  return own && supported.includes('qr_code')
    ? new own({ formats: formats.filter((format) => supported.includes(format)) })
    : null;
}

const loadReader = () => import('zxing-wasm/reader/zxing_reader.wasm?url').then((module) => module.default);

/** Fetches what this browser needs to read codes without a network, and starts none of it. */
export async function fetchDetector(): Promise<void> {
  if (await browserDetector()) return;
  const reply = await fetch(await loadReader());
  if (!reply.ok) throw new Error(`The barcode reader could not be loaded: status ${reply.status}`);
  // Unread, the rest of the file may not arrive.
  await reply.arrayBuffer();
}

/** The detector of the browser; otherwise one in WebAssembly, which is loaded only then. */
async function openDetector(): Promise<Detector> {
  const own = await browserDetector();
  if (own) return own;
  const [detector, address] = await Promise.all([import('barcode-detector/ponyfill'), loadReader()]);
  // The library would load it from a public server.
  await detector.prepareZXingModule({ overrides: { locateFile: () => address }, fireImmediately: true });
  return new detector.BarcodeDetector({ formats: [...formats] });
}

/**
 * Shows the camera in the video element and resolves with the text of the first code that it sees, or null after an abort.
 * Rejects with the DOMException of the camera.
 */
export async function scanCode(video: HTMLVideoElement, signal: AbortSignal): Promise<string | null> {
  if (!navigator.mediaDevices) throw new DOMException('Cameras need a secure address', 'NotSupportedError');
  const [stream, detector] = await Promise.all([
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }),
    openDetector(),
  ]);
  try {
    if (signal.aborted) return null;
    video.srcObject = stream;
    await video.play();
    while (!signal.aborted) {
      const [code] = await detector.detect(video);
      if (code) return code.rawValue;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    return null;
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}
