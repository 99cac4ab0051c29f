/**
 * The id of the element of index.html that carries the site settings. It is separate from the schema, so that the
 * browser reads the settings before it loads zod.
 */
export const settingsElement = 'site-settings';
