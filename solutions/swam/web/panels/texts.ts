import { textsOf } from '#platform/web/i18n/texts.ts';
import type en from './locales/en.json';

/** The texts of the panels, a file of their own that loads with them: the first page shows none of them. */
export const useText = textsOf<typeof en>('panels');
