import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx';
import { DayInput } from '../ui/input/DayInput.tsx';
import { InfoTooltip } from '../ui/input/InfoTooltip.tsx';
import { TagInput } from '../ui/input/TagInput.tsx';
import { TagSelect } from '../ui/input/TagSelect.tsx';
import type { FilterOption } from '../ui/list/filters/filters.ts';
import { Example, Stateful } from './Example.tsx';
import { searchOptions } from './samples.ts';
import { useGalleryText } from './texts.ts';

/** Tags, dates, tooltips and dialogs. */
export function InputParts() {
  const t = useGalleryText();
  const label = t('sample');
  const tags = (initial: string[], more: { error?: string; disabled?: boolean; maxTags?: number } = {}) => (
    <Stateful initial={initial}>
      {(value, set) => <TagInput label={label} value={value} onChange={set} {...more} />}
    </Stateful>
  );
  const select = (initial: FilterOption[], more: { error?: string; disabled?: boolean } = {}) => (
    <Stateful initial={initial}>
      {(value, set) => (
        <TagSelect
          label={label}
          queryKey={['gallery', 'tags', label]}
          search={searchOptions((number) => t('option', { number }))}
          value={value}
          onChange={set}
          {...more}
        />
      )}
    </Stateful>
  );
  const day = (initial: string, more: { error?: string; disabled?: boolean } = {}) => (
    <Stateful initial={initial}>
      {(value, set) => <DayInput label={label} value={value} onChange={set} {...more} />}
    </Stateful>
  );
  const chosen = [1, 2].map((number) => ({ value: String(number), label: t('option', { number }) }));
  const two = [t('tags.one'), t('tags.two')];
  return (
    <>
      <Example
        name="TagInput"
        states={{
          empty: tags([], { maxTags: 3 }),
          filled: tags(two),
          error: tags(two, { error: t('wrong') }),
          disabled: tags(two, { disabled: true }),
        }}
      />
      <Example
        name="TagSelect"
        states={{
          empty: select([]),
          filled: select(chosen),
          error: select([], { error: t('wrong') }),
          disabled: select(chosen, { disabled: true }),
        }}
      />
      <Example
        name="DayInput"
        states={{
          empty: day(''),
          filled: day('2026-03-18'),
          error: day('2026-03-18', { error: t('wrong') }),
          disabled: day('2026-03-18', { disabled: true }),
        }}
      />
      <Example name="InfoTooltip" states={{ default: <InfoTooltip label={label}>{t('explanation')}</InfoTooltip> }} />
      <Example name="ConfirmDialog" states={{ default: <Question /> }} />
    </>
  );
}

function Question() {
  const t = useGalleryText();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {t('open')}
      </Button>
      <ConfirmDialog
        opened={opened}
        title={t('question')}
        message={t('questionText')}
        entityName={t('thing')}
        onConfirm={() => setOpened(false)}
        onCancel={() => setOpened(false)}
      />
    </>
  );
}
