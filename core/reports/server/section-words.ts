import type { AppManifest } from '#platform/common/define-app.ts';
import { textOf } from '#platform/server/locale-texts.ts';
import type { Words } from '../common/document.ts';

/** A text of a slice in both languages. */
export const words = (slice: Pick<AppManifest, 'id'>, key: string): Words => ({
  en: textOf(slice, 'en', key) ?? key,
  ar: textOf(slice, 'ar', key) ?? key,
});
