import { textsOf } from '#platform/web/i18n/texts.ts';
import type en from './locales/en.json';

/** The texts of the page of links, a file of their own: nobody who opens it has signed in. */
export const useLinkText = textsOf<typeof en>('link');
