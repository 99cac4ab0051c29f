import { textsOf } from '../../i18n/texts.ts';
import type columnTexts from './locales/en.json';

/** The texts of boards, separate from the kit's because few pages have one. */
export const useColumnText = textsOf<typeof columnTexts>('columns');
