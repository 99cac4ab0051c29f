import i18next from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type kitTexts from '../locales/en.json';

type Plural = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type Singular<Key extends string> = Key extends `${infer Base}_${Plural}` ? Base : Key;

/** The keys of a locale file, joined by dots, plural forms as one. */
export type KeysOf<Texts, Prefix extends string = ''> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? Singular<`${Prefix}${Key}`>
    : KeysOf<Texts[Key], `${Prefix}${Key}.`>;
}[keyof Texts & string];

export type Translate<Key extends string> = (key: Key, values?: Record<string, unknown>) => string;

/** The hook that reads a slice's texts, its keys typed by its `en.json`. */
export function textsOf<Texts>(namespace: string): () => Translate<KeysOf<Texts>> {
  return () => {
    const { t } = useTranslation(namespace);
    return t as unknown as Translate<KeysOf<Texts>>;
  };
}

/** The kit's own texts. */
export const useKitText = textsOf<typeof kitTexts>('kit');

/**
 * Texts found by convention (`columns.name`, `pages.devices-list`), whose keys are made from names. A text that is
 * missing in the slice is looked for in the kit, and shown as its key when neither has it. The same functions until the
 * language changes, so that columns made of them stay.
 */
export function useLabels(namespace: string): {
  label(key: string, values?: Record<string, unknown>): string;
  has(key: string): boolean;
} {
  const { t } = useTranslation([namespace, 'kit'], { nsMode: 'fallback' });
  return useMemo(
    () => ({
      label: (key, values) => (t as unknown as Translate<string>)(key, values),
      has: (key) => i18next.exists(key, { ns: [namespace, 'kit'] }),
    }),
    [t, namespace],
  );
}
