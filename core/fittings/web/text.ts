import { textsOf } from '#platform/web/i18n/texts.ts';
import type en from '../locales/en.json';

export const namespace = 'fittings';
export const useText = textsOf<typeof en>(namespace);
