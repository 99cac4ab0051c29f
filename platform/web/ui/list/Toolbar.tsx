import { ActionIcon, Button, CloseButton, Loader, RingProgress, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconDownload, IconFilterPlus, IconLayoutGrid, IconList, IconRestore, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { maxSearchLength } from '#platform/common/list.ts';
import { useKitText } from '../../i18n/texts.ts';
import { iconSizes } from '../../theme.ts';
import classes from './ListPage.module.css';

const searchMs = 700;

/** Searches 700 ms after the last letter, at once on Enter. */
export function SearchBox({ value, busy, onSearch }: { value: string; busy: boolean; onSearch(text: string): void }) {
  const t = useKitText();
  const [text, setText] = useState(value);
  const search = useDebouncedCallback(onSearch, searchMs);
  useEffect(() => setText(value), [value]);
  const set = (next: string) => {
    setText(next);
    search(next);
  };
  return (
    <TextInput
      className={classes.search}
      type="text"
      role="searchbox"
      value={text}
      maxLength={maxSearchLength}
      placeholder={t('actions.search')}
      aria-label={t('actions.search')}
      onChange={(event) => set(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        search.cancel();
        onSearch(text);
      }}
      leftSection={busy ? <Loader size={iconSizes.sm} /> : <IconSearch size={iconSizes.sm} aria-hidden />}
      rightSection={
        text ? (
          <CloseButton
            size="sm"
            aria-label={t('actions.clear')}
            onClick={() => {
              setText('');
              search.cancel();
              onSearch('');
            }}
          />
        ) : null
      }
    />
  );
}

type ToolProps = {
  filters: boolean;
  panelOpen: boolean;
  onPanel(): void;
  onReset(): void;
  changed: boolean;
  exporting: number | null;
  onExport?: (() => void) | undefined;
  view: 'grid' | 'rows';
  onView?: ((view: 'grid' | 'rows') => void) | undefined;
  children?: ReactNode;
};

export function AddFilter({ panelOpen, onPanel }: Pick<ToolProps, 'panelOpen' | 'onPanel'>) {
  const t = useKitText();
  return (
    <Button
      variant="default"
      onClick={onPanel}
      aria-expanded={panelOpen}
      leftSection={<IconFilterPlus size={iconSizes.sm} aria-hidden />}
    >
      {t('list.addFilter')}
    </Button>
  );
}

/** What stands at the end of the toolbar: reset, export, view, columns. */
export function ListTools({
  onReset,
  changed,
  exporting,
  onExport,
  view,
  onView,
  children,
}: Omit<ToolProps, 'filters' | 'panelOpen' | 'onPanel'>) {
  const t = useKitText();
  const ViewIcon = view === 'rows' ? IconLayoutGrid : IconList;
  return (
    <div className={classes.end}>
      {changed && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          onClick={onReset}
          leftSection={<IconRestore size={iconSizes.sm} aria-hidden />}
        >
          {t('actions.reset')}
        </Button>
      )}
      {onExport && (
        <Tooltip label={t('list.export')}>
          <ActionIcon
            size="lg"
            onClick={onExport}
            disabled={exporting !== null}
            aria-label={t('list.export')}
            aria-busy={exporting !== null}
          >
            {exporting === null ? (
              <IconDownload size={iconSizes.md} aria-hidden />
            ) : (
              <RingProgress
                size={28}
                thickness={3}
                sections={[{ value: exporting * 100, color: 'brand' }]}
                aria-label={t('list.exporting', { percent: Math.round(exporting * 100) })}
              />
            )}
          </ActionIcon>
        </Tooltip>
      )}
      {onView && (
        <Tooltip label={t(view === 'rows' ? 'list.asCards' : 'list.asRows')}>
          <ActionIcon
            size="lg"
            onClick={() => onView(view === 'rows' ? 'grid' : 'rows')}
            aria-label={t(view === 'rows' ? 'list.asCards' : 'list.asRows')}
          >
            <ViewIcon size={iconSizes.md} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {children}
    </div>
  );
}
