import { textsOf } from '#platform/web/i18n/texts.ts';
import type texts from '../locales/en.json';

export const useText = textsOf<typeof texts>('print');
