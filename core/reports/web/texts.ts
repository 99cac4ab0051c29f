import i18next from 'i18next';
import { type KeysOf, type Translate, textsOf } from '#platform/web/i18n/texts.ts';
import type texts from '../locales/en.json';

export const useText = textsOf<typeof texts>('reports');

/** The texts of documents in a language that need not be that of the page; they must be loaded. */
export const textIn = (language: 'en' | 'ar'): Translate<KeysOf<typeof texts>> =>
  i18next.getFixedT(language, 'reports');
