import { textsOf } from '../../i18n/texts.ts';
import type inputTexts from './locales/en.json';

/** The texts of inputs, separate from the kit's because the sign-in page needs none of them. */
export const useInputText = textsOf<typeof inputTexts>('input');
