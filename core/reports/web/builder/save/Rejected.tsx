import { Alert, Anchor } from '@mantine/core';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { meaningColors } from '#platform/web/theme.ts';
import type { OfferedSection } from '../../../common/section-catalogue.ts';
import { useText } from '../../texts.ts';
import { useSectionNames } from '../texts.ts';
import type { BuilderState } from '../use-builder.ts';
import { type BuilderTab, type Fault, sectionOf, tabOf } from './faults.ts';
import classes from './Rejected.module.css';

type Props = {
  faults: readonly Fault[];
  builder: BuilderState;
  catalogue: readonly OfferedSection[];
  onTab(tab: BuilderTab): void;
};

/** Why the report was not saved, with the way to each field. */
export function Rejected({ faults, builder, catalogue, onTab }: Props) {
  const t = useText();
  const kit = useKitText();
  const nameOf = useSectionNames(catalogue);
  if (faults.length === 0) return null;
  const placeOf = (fault: Fault): string => {
    const section = builder.draft.sections.find(({ key }) => key === sectionOf(fault));
    if (section) return nameOf(section);
    const [field] = fault.path.split('.');
    if (field === 'name' || field === 'description') return t(`builder.fields.${field}`);
    return t(`builder.tabs.${tabOf(fault)}`);
  };
  const open = (fault: Fault) => {
    const key = sectionOf(fault);
    onTab(tabOf(fault));
    if (key === null) return;
    builder.choose(key);
    builder.focus(key);
  };
  return (
    <Alert color={meaningColors.danger} title={kit('form.rejected')}>
      <ul className={classes.faults}>
        {faults.map((fault) => (
          <li key={`${fault.path} ${fault.text}`}>
            <Anchor component="button" type="button" inherit onClick={() => open(fault)}>
              <bdi>{placeOf(fault)}</bdi>
            </Anchor>
            {`: ${fault.text}`}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
