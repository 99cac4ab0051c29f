import { AssetsOfStructure } from '#core/assets/web/parts.tsx';
import { editStructureAddress, OneStructure, StructureView, structuresAddress } from '#core/places/web/parts.tsx';
import { useText } from './api.ts';
import { PlansPanel } from './PlansPanel.tsx';

/** A structure among all structures, with its plans and its assets. */
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
          beside={<PlansPanel structure={structure} />}
          below={<AssetsOfStructure structure={structure} />}
        />
      )}
    </OneStructure>
  );
}
