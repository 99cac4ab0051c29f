/**
 * An address for logs, without possible secrets: the token of a mailed link, the key of a printed page, or a purchased
 * code of four groups of four characters.
 */
export const withoutSecrets = (url: string): string =>
  url
    .replaceAll(/[\w-]{40,}/g, '[token]')
    .replace(/(cacheKey=)[^&]*/, '$1[key]')
    .replaceAll(/(?<=\/)(?:[0-9A-Z]{4}-?){3}[0-9A-Z]{4}(?=[/?]|$)/gi, '[code]');
