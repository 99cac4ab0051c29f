import { ActionIcon, Button, CloseButton, Loader, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconFilterPlus, IconLayoutGrid, IconList, IconRestore, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { maxSearchLength, searchMs } from '#platform/common/list.ts';
import { useKitText } from '../../i18n/texts.ts';
import { iconSizes } from '../../theme.ts';
import classes from './ListPage.module.css';
import { focusRows } from './rows/row-focus.ts';

/** A search box with a debounce of 700 ms; Enter searches at once. Escape clears it and then leaves it; Arrow Down goes on to the rows. */
export function SearchBox({ value, busy, onSearch }: { value: string; busy: boolean; onSearch(text: string): void }) {
  const t = useKitText();
  const [text, setText] = useState(value);
  const search = useDebouncedCallback(onSearch, searchMs);
  // The applied search is trimmed; a trailing space that is being typed stays.
  useEffect(() => setText((typed) => (typed.trim() === value ? typed : value)), [value]);
  const set = (next: string) => {
    setText(next);
    search(next);
  };
  const clear = () => {
    setText('');
    search.cancel();
    onSearch('');
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
        if (event.key === 'ArrowDown') {
          if (focusRows()) event.preventDefault();
        } else if (event.key === 'Escape') {
          if (text) clear();
          else event.currentTarget.blur();
        } else if (event.key === 'Enter') {
          search.cancel();
          onSearch(text);
        }
      }}
      leftSection={busy ? <Loader size={iconSizes.sm} /> : <IconSearch size={iconSizes.sm} aria-hidden />}
      rightSection={text ? <CloseButton size="sm" aria-label={t('actions.clear')} onClick={clear} /> : null}
    />
  );
}

export function AddFilter({ panelOpen, onPanel }: { panelOpen: boolean; onPanel(): void }) {
  const t = useKitText();
  return (
    <Button
      variant="default"
      flex="none"
      onClick={onPanel}
      aria-expanded={panelOpen}
      leftSection={<IconFilterPlus size={iconSizes.sm} aria-hidden />}
    >
      {t('list.addFilter')}
    </Button>
  );
}

/** The end of the toolbar: reset, the tools of the list, and the switch between cards and rows. */
export function ListTools({
  onReset,
  changed,
  view,
  onView,
  children,
}: {
  onReset(): void;
  changed: boolean;
  view: 'grid' | 'rows';
  onView?: ((view: 'grid' | 'rows') => void) | undefined;
  children?: ReactNode;
}) {
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
      {children}
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
    </div>
  );
}
