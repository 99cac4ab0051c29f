import { Button, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Structure } from '#core/places/common/structure.ts';
import { LongRows, useLongList } from '#core/places/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can, usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { asset, type ShownAsset } from '../common/asset.ts';
import { AssetPanel } from './AssetPanel.tsx';
import classes from './Assets.module.css';
import { api, useText } from './api.ts';

/** The assets in a structure, which can be added and edited in a side panel. */
export function AssetsOfStructure({ structure }: { structure: Pick<Structure, 'id' | 'companyId' | 'name'> }) {
  const t = useText();
  const { number } = useFormats();
  const [open, setOpen] = useState<ShownAsset | 'new' | null>(null);
  const mayChange = usePermitted(asset.can('update'));
  const { companyId } = structure;
  const list = useLongList(api.asset.list, { companyId }, { structureId: [structure.id] });
  return (
    <Panel
      title={list.total && !list.word ? t('counted', { total: number(list.total) }) : t('pages.assets-list-all')}
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
      <LongRows label={t('pages.assets-list-all')} list={list} empty={t('noneHere')}>
        {(row) => (
          <div className={classes.row}>
            <UnstyledButton className={classes.name} disabled={!mayChange} onClick={() => setOpen(row)}>
              <bdi>{row.name}</bdi>
              <span className={classes.note}>
                <bdi>{[row.type, row.floor?.name, row.space?.name].filter(Boolean).join(' · ')}</bdi>
              </span>
            </UnstyledButton>
            <StatusChip namespace="assets" value={row.status} />
          </div>
        )}
      </LongRows>
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
