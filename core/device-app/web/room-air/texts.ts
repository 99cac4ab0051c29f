import { textsOf } from '#platform/web/i18n/texts.ts';
import type en from './locales/en.json';

/** The texts of the indoor air, a file of their own that loads with it. */
export const useText = textsOf<typeof en>('room-air');
