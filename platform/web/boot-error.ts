/** Why the product could not start here. With a `url` the browser goes there instead: a page of this site. */
export class BootError extends Error {
  readonly url: string | undefined;
  constructor(message: string, options: ErrorOptions & { url?: string } = {}) {
    super(message, options);
    this.url = options.url;
  }
}

/** Tells of a start that failed, or goes where the error says. Source: 1-core.md §8. */
export function bootFailed(error: unknown, location: Pick<Location, 'origin' | 'replace'> = window.location): void {
  const url = error instanceof BootError && error.url ? URL.parse(error.url, location.origin) : null;
  if (url?.origin === location.origin) location.replace(url.href);
  else console.error('The start failed', error);
}
