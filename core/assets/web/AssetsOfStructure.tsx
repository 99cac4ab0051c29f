import { Button, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Structure } from '#core/places/common/structure.ts';
import { useList } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { Can, usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { Panel } from '#platform/web/ui/Panel.tsx';
import { StatusChip } from '#platform/web/ui/StatusChip.tsx';
import { asset, type ShownAsset } from '../common/asset.ts';
import { AssetPanel } from './AssetPanel.tsx';
import classes from './Assets.module.css';
import { api, useText } from './api.ts';

const step = 25;
/** What the server hands out at most at once. */
const most = 100;

/** The assets that stand in a structure; they are added and changed beside the page. */
export function AssetsOfStructure({ structure }: { structure: Pick<Structure, 'id' | 'companyId' | 'name'> }) {
  const t = useText();
  const kit = useKitText();
  const { number } = useFormats();
  const [limit, setLimit] = useState(step);
  const [open, setOpen] = useState<ShownAsset | 'new' | null>(null);
  const mayChange = usePermitted(asset.can('update'));
  const { companyId } = structure;
  const list = useList(
    api.asset.list,
    { limit, total: true, filter: { structureId: [structure.id] } },
    { params: { companyId } },
  );
  return (
    <Panel
      title={list.total ? t('counted', { total: number(list.total) }) : t('pages.assets-list-all')}
      aside={
        <Can access={asset.can('create')}>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
            onClick={() => setOpen('new')}
          >
            {t('addAsset')}
          </Button>
        </Can>
      }
    >
      {list.error ? (
        <Text size="sm" c="dimmed">
          {kit('states.failedTitle')}
        </Text>
      ) : list.loading ? (
        <Skeleton h={80} />
      ) : list.rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('noneHere')}
        </Text>
      ) : (
        <ul className={classes.rows}>
          {list.rows.map((row) => (
            <li key={row.id} className={classes.row}>
              <UnstyledButton className={classes.name} disabled={!mayChange} onClick={() => setOpen(row)}>
                <bdi>{row.name}</bdi>
                <span className={classes.note}>
                  <bdi>{[row.type, row.floor?.name, row.space?.name].filter(Boolean).join(' · ')}</bdi>
                </span>
              </UnstyledButton>
              <StatusChip namespace="assets" value={row.status} />
            </li>
          ))}
        </ul>
      )}
      {limit < most && (list.total ?? 0) > list.rows.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setLimit(most)}>
          {kit('actions.showMore')}
        </Button>
      )}
      {open && (
        <AssetPanel
          companyId={companyId}
          before={open === 'new' ? undefined : open}
          structure={structure}
          onClose={() => setOpen(null)}
        />
      )}
    </Panel>
  );
}
