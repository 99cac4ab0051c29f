import { useRef, useState } from 'react';
import { useStore } from '#platform/web/client/store.ts';
import { directionOf, languageStore } from '#platform/web/i18n/i18n.ts';
import { usePhone } from '#platform/web/shell/layout/phone.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import type { OfferedSection } from '../../common/section-catalogue.ts';
import { useText } from '../texts.ts';
import classes from './Builder.module.css';
import { Catalogue } from './Catalogue.tsx';
import type { FaultOf } from './save/faults.ts';
import { SectionList } from './sections/SectionList.tsx';
import { useSectionActions } from './sections/use-section-actions.ts';
import { useSectionDrag } from './sections/use-section-drag.ts';
import type { BuilderState } from './use-builder.ts';

type SectionsProps = {
  builder: BuilderState;
  catalogue: readonly OfferedSection[];
  faultOf: FaultOf;
  isWide: boolean;
};

/** The catalogue and the list of the sections. */
export function SectionsPart({ builder, catalogue, faultOf, isWide }: SectionsProps) {
  const t = useText();
  const phone = usePhone();
  const list = useRef<HTMLDivElement>(null);
  const actions = useSectionActions(builder, catalogue);
  const mirrored = directionOf(useStore(languageStore)) === 'rtl';
  const drag = useSectionDrag(list, { mirrored, onDrop: actions.drop });
  const [opened, setOpened] = useState(false);
  const count = builder.draft.sections.length;
  const hasRoom = !phone && isWide;
  return (
    <div className={classes.sections} data-columns={hasRoom || undefined}>
      {hasRoom && <Catalogue catalogue={catalogue} count={count} onAdd={actions.add} drag={drag} />}
      <SectionList
        {...{ builder, actions, drag, list, faultOf, catalogue }}
        onAdd={hasRoom ? undefined : () => setOpened(true)}
      />
      {opened && !hasRoom && (
        <SidePanel title={t('builder.catalogue.title')} onClose={() => setOpened(false)} sheet>
          <Catalogue
            catalogue={catalogue}
            count={count}
            onAdd={(section) => {
              setOpened(false);
              actions.add(section);
            }}
          />
        </SidePanel>
      )}
    </div>
  );
}
