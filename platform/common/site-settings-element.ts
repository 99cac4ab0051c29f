/** The element of index.html that carries the site's settings. A file of its own: the browser reads them before it loads zod. */
export const settingsElement = 'site-settings';
