/** Called with the part that has been sent, from 0 to 1. */
export type OnProgress = (part: number) => void;

/** `fetch` for a form, with progress: browsers report it only for an XMLHttpRequest. */
export const sendForm = (address: string, init: RequestInit, onProgress: OnProgress): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(init.method ?? 'POST', address);
    request.responseType = 'blob';
    for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => lengthComputable && onProgress(loaded / total);
    request.onload = () => {
      const body = request.status === 204 ? null : (request.response as Blob);
      resolve(new Response(body, { status: request.status, headers: headersOf(request.getAllResponseHeaders()) }));
    };
    request.onerror = () => reject(new TypeError('the request failed'));
    request.onabort = () => reject(init.signal?.reason);
    init.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(init.body as FormData);
  });

const headersOf = (lines: string): [string, string][] =>
  lines
    .trim()
    .split(/\r\n/)
    .map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at), line.slice(at + 1).trim()];
    });
