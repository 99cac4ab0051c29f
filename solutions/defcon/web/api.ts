import { clientOf } from '#platform/web/client/client-of.ts';
import { textsOf } from '#platform/web/i18n/texts.ts';
import { defcon } from '../app.ts';
import type en from '../locales/en.json';

export const api = clientOf(defcon);
export const useText = textsOf<typeof en>('defcon');
