import { Button } from '@mantine/core';
import { IconStairsUp } from '@tabler/icons-react';
import { Link } from 'react-router';
import {
  AssetsOfStructure,
  addFloorsAddress,
  editAssetStructureAddress,
  structuresInAssets,
} from '#core/assets/web/parts.tsx';
import { floor } from '#core/places/common/floor.ts';
import { OneStructure, StructureView } from '#core/places/web/parts.tsx';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { useText } from './api.ts';
import { PlansPanel } from './PlansPanel.tsx';

/** The page of a structure within the assets. */
export function AssetStructurePage() {
  const t = useText();
  return (
    <OneStructure>
      {(structure) => (
        <StructureView
          key={structure.id}
          structure={structure}
          parent={{ label: t('assets'), to: structuresInAssets }}
          editTo={editAssetStructureAddress(structure.id)}
          actions={
            <Can access={floor.can('create')}>
              <Button
                variant="default"
                component={Link}
                to={addFloorsAddress(structure.id)}
                leftSection={<IconStairsUp size={iconSizes.md} aria-hidden />}
              >
                {t('addFloors')}
              </Button>
            </Can>
          }
          side={<PlansPanel structure={structure} />}
          below={<AssetsOfStructure structure={structure} />}
        />
      )}
    </OneStructure>
  );
}
