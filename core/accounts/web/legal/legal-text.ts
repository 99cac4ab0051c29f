import { textsOf } from '#platform/web/i18n/texts.ts';
import type en from './locales/en.json';

/** The long texts, a file of their own: no other page shows them. */
export const useLegalText = textsOf<typeof en>('legal');
