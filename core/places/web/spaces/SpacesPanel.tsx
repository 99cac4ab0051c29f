import { Button, Group } from '@mantine/core';
import { IconListNumbers } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { type Space, space } from '../../common/space.ts';
import type { Structure } from '../../common/structure.ts';
import { api, useText } from '../api.ts';
import { InlineList } from '../structures/InlineList.tsx';
import { useLongList } from '../structures/use-long-list.ts';
import { SeriesPanel } from './SeriesPanel.tsx';
import { SpacePanel } from './SpacePanel.tsx';
import { useSpaceKinds } from './use-space-kinds.ts';

/** The spaces of a structure. */
export function SpacesPanel({ structure }: { structure: Structure }) {
  const t = useText();
  const params = { companyId: structure.companyId, id: structure.id };
  const spaces = useLongList(api.space.list, params);
  const remove = useAction(api.space.remove, { invalidates: [api.structure.get] });
  const [numbering, setNumbering] = useState(false);
  const may = {
    add: usePermitted(space.can('create')),
    change: usePermitted(space.can('update')),
    remove: usePermitted(space.can('delete')),
  };
  return (
    <>
      <InlineList
        title={t('spaces.title')}
        empty={t('spaces.empty')}
        addLabel={t('spaces.add')}
        list={spaces}
        rowOf={(row) => ({ id: row.id, name: row.name, extra: null, note: <SpaceNote space={row} /> })}
        blank={null}
        panel={(row, onClose) => <SpacePanel key={row?.id} structure={structure} before={row} onClose={onClose} />}
        mayAdd={may.add}
        mayChange={may.change}
        actions={
          may.add && (
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconListNumbers size={iconSizes.sm} aria-hidden />}
              onClick={() => setNumbering(true)}
            >
              {t('spaces.addSeries')}
            </Button>
          )
        }
        remove={may.remove ? (spaceId) => remove.ask({ params: { ...params, spaceId } }) : undefined}
      />
      {numbering && <SeriesPanel structure={structure} onClose={() => setNumbering(false)} />}
    </>
  );
}

/** Kind, capacity and place of a space. */
function SpaceNote({ space: { kind, capacity, floor, parent } }: { space: Space }) {
  const { labelOf, iconOf } = useSpaceKinds();
  const { number } = useFormats();
  const t = useText();
  const Icon = iconOf(kind);
  const parts = [
    labelOf(kind),
    capacity === null ? undefined : t('spaces.capacity', { count: capacity, shown: number(capacity) }),
    parent?.name ?? floor?.name,
  ].filter((part) => part !== undefined);
  return (
    <Group gap="xs" wrap="nowrap" component="span">
      <Icon size={iconSizes.sm} aria-hidden />
      <span>
        {parts.map((part, at) => (
          <span key={part}>
            {at > 0 && ' · '}
            <bdi>{part}</bdi>
          </span>
        ))}
      </span>
    </Group>
  );
}
