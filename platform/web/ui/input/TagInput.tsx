import { TagsInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { addTags, tagSeparators } from './tags.ts';
import { useInputText } from './texts.ts';

type Props = {
  label: string;
  value: readonly string[];
  onChange(tags: string[]): void;
  maxTags?: number;
  error?: ReactNode;
  disabled?: boolean;
  placeholder?: string;
};

/** Free-text tags. A comma, semicolon or pipe ends a tag; more than the limit are rejected. */
export function TagInput({ label, value, onChange, maxTags, error, disabled = false, placeholder }: Props) {
  const t = useInputText();
  const [refused, setRefused] = useState(false);
  return (
    <TagsInput
      label={label}
      description={t('tags.hint')}
      value={[...value]}
      splitChars={[...tagSeparators]}
      disabled={disabled}
      error={refused ? t('tags.most', { most: maxTags }) : error}
      {...(placeholder && value.length === 0 ? { placeholder } : {})}
      clearable
      clearButtonProps={{ 'aria-label': t('clear', { name: label }) }}
      onChange={(next) => {
        const added = addTags(next, maxTags);
        setRefused(added.refused);
        onChange(added.tags);
      }}
    />
  );
}
