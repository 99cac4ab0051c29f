import { textsOf } from '#platform/web/i18n/texts.ts';
import type en from '../locales/en.json';

export const useText = textsOf<typeof en>('fleet');
