/** An error that prevents the start. With a `url` of this site, the browser is redirected there. */
export class BootError extends Error {
  readonly url: string | undefined;
  constructor(message: string, options: ErrorOptions & { url?: string } = {}) {
    super(message, options);
    this.url = options.url;
  }
}

/** Logs an error of the start, or follows its redirect. */
export function bootFailed(error: unknown, location: Pick<Location, 'origin' | 'replace'> = window.location): void {
  const url = error instanceof BootError && error.url ? URL.parse(error.url, location.origin) : null;
  if (url?.origin === location.origin) location.replace(url.href);
  else console.error('The app failed to start', error);
}
