import { clientOf } from '#platform/web/client/client-of.ts';
import { textsOf } from '#platform/web/i18n/texts.ts';
import { screens } from '../app.ts';
import type en from '../locales/en.json';

export const api = clientOf(screens);
export const useText = textsOf<typeof en>('screens');
