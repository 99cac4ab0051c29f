import { currentLanguage } from '#platform/web/i18n/i18n.ts';
import { textsOf } from '#platform/web/i18n/texts.ts';
import type en from './locales/en.json';

/** The texts of the public page, a file of their own: nobody who opens it has signed in. */
export const useParkingText = textsOf<typeof en>('parking');
export const locale = (): string => (currentLanguage() === 'ar' ? 'ar-AE-u-nu-latn' : 'en-GB');
