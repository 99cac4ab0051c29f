import { Kbd } from '@mantine/core';
import { Spotlight } from '@mantine/spotlight';
import { IconBolt } from '@tabler/icons-react';
import { iconSizes } from '../../theme.ts';
import { type Shortcut, shortcutStore } from '../keyboard/shortcuts.ts';

type RecordActionGroups = ReadonlyMap<string, Shortcut[]>;

/** What the page offers for the records that it shows, by their names. */
export const recordActions = (matches: (text: string) => boolean): RecordActionGroups =>
  Map.groupBy(
    shortcutStore.get().filter(({ of, text }) => of !== undefined && (matches(text) || matches(of))),
    ({ of = '' }) => of,
  );

/** The actions on the records of the page, with their keys. */
export function RecordActions({ groups }: { groups: RecordActionGroups }) {
  return [...groups].map(([name, actions]) => (
    <Spotlight.ActionsGroup key={name} label={name}>
      {actions.map(({ key, text, run }) => (
        <Spotlight.Action
          key={key}
          label={text}
          highlightQuery
          leftSection={<IconBolt size={iconSizes.md} aria-hidden />}
          rightSection={<Kbd aria-hidden>{key.toUpperCase()}</Kbd>}
          onClick={run}
        />
      ))}
    </Spotlight.ActionsGroup>
  ));
}
