import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { directionOf, languages } from '#platform/web/i18n/i18n.ts';
import { required } from '#platform/web/ui/form/required.ts';
import { useText } from '../texts.ts';

type Names = { en: string; ar: string };
type Props = {
  value: Names | null | undefined;
  /** The error of the names, or of the name in one language. */
  errorAt(language?: keyof Names): ReactNode;
  onChange(value: Names): void;
};

/** The name of an alarm. One language is enough: the reader's comes first, the other is optional. */
export function NamesInput({ value, errorAt, onChange }: Props) {
  const t = useText();
  const { language: own } = useFormats();
  const names = value ?? { en: '', ar: '' };
  const inOrder = languages.toSorted((a, b) => Number(b === own) - Number(a === own));
  const isOfOne = languages.some((one) => errorAt(one));
  return inOrder.map((language) => (
    <TextInput
      key={language}
      label={t(`rules.names.${language}`)}
      dir={directionOf(language)}
      value={names[language]}
      error={errorAt(language) ?? (language === own && !isOfOne ? errorAt() : undefined)}
      onChange={(event) => onChange({ ...names, [language]: event.currentTarget.value })}
      {...(language === own ? required : { description: t('rules.nameOptional') })}
    />
  ));
}
