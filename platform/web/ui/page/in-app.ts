import { createContext } from 'react';
import type { AppManifest } from '#platform/common/define-app.ts';

/** The app that a part of a page of the core is about; `usePageHandle` then names it as the app of the page. */
export const InApp = createContext<AppManifest | null>(null);
