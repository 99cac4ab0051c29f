import { AssetsOfStructure } from '#core/assets/web/parts.tsx';
import { editStructureAddress, OneStructure, StructureView, structuresAddress } from '#core/places/web/parts.tsx';
import { useText } from './api.ts';
import { PlansPanel } from './PlansPanel.tsx';

/** The page of a structure with its plans and assets. */
export function StructurePage() {
  const t = useText();
  return (
    <OneStructure>
      {(structure) => (
        <StructureView
          key={structure.id}
          structure={structure}
          parent={{ label: t('structures'), to: structuresAddress }}
          editTo={editStructureAddress(structure.id)}
          side={<PlansPanel structure={structure} />}
          below={<AssetsOfStructure structure={structure} />}
        />
      )}
    </OneStructure>
  );
}
