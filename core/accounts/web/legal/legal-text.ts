import { textsOf } from '#platform/web/i18n/texts.ts';
import type en from './locales/en.json';

/** The long texts, in a separate file because no other page shows them. */
export const useLegalText = textsOf<typeof en>('legal');
