import { clientOf } from '#platform/web/client/client-of.ts';
import { textsOf } from '#platform/web/i18n/texts.ts';
import { integrations } from '../app.ts';
import type en from '../locales/en.json';

export const api = clientOf(integrations);
export const useText = textsOf<typeof en>('integrations');
export const connectorsAddress = '/core/connectors/list';
export const alarmsAddress = '/core/connectors/alarms';
export const groupsAddress = '/core/groups/list';
export const connectorAddress = (id: number): string => `/core/connectors/${id}`;
export const codecsAddress = '/core/codecs/list';
export const newCodecAddress = '/core/codecs/create';
export const codecAddress = (id: number): string => `/core/codecs/${id}`;
