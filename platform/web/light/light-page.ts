import type { ReactElement } from 'react';

/** Where a light page is opened: the prefix of the app's calls, below /api, and the parameters of the address. */
export type LightPlace = { api: string; params: Readonly<Record<string, string>> };
/**
 * A light page, which its module exports as `light`. It runs once, before its texts have loaded: what it asks the server
 * for arrives meanwhile.
 */
export type LightPage = (place: LightPlace) => ReactElement;
export type LightModule = { light: LightPage };
