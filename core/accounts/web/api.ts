import { accounts } from '#core/accounts/app.ts';
import { clientOf } from '#platform/web/client/client-of.ts';
import { textsOf } from '#platform/web/i18n/texts.ts';
import type en from '../locales/en.json';

export const api = clientOf(accounts);
export const useText = textsOf<typeof en>('accounts');
