import { clientOf } from '#platform/web/client/client-of.ts';
import { textsOf } from '#platform/web/i18n/texts.ts';
import { layouts } from '../app.ts';
import type en from '../locales/en.json';

export const api = clientOf(layouts);
export const useText = textsOf<typeof en>('layouts');
