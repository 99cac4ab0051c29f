import {
  IconAlertTriangleFilled,
  IconChartBar,
  IconGripVertical,
  IconHeading,
  IconLayoutGrid,
  IconPageBreak,
  IconTable,
  IconTypography,
} from '@tabler/icons-react';
import type { CSSProperties, KeyboardEvent } from 'react';
import { useStore } from '#platform/web/client/store.ts';
import { directionOf, languageStore } from '#platform/web/i18n/i18n.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { pageUnits } from '../../../common/report.ts';
import type { OfferedSection } from '../../../common/section-catalogue.ts';
import { useText } from '../../texts.ts';
import { offeredOf } from '../catalogue.ts';
import type { DraftSection } from '../draft.ts';
import { useSectionNames } from '../texts.ts';
import classes from './Sections.module.css';
import type { SectionActions } from './use-section-actions.ts';
import type { SectionDrag } from './use-section-drag.ts';

const drawings = { tiles: IconLayoutGrid, table: IconTable, bars: IconChartBar };
const plain = { heading: IconHeading, text: IconTypography, 'page-break': IconPageBreak };

export function SectionIcon({ section, catalogue }: { section: DraftSection; catalogue: readonly OfferedSection[] }) {
  const Icon = section.type === 'data' ? drawings[offeredOf(catalogue, section)?.draw ?? 'table'] : plain[section.type];
  return <Icon size={iconSizes.md} aria-hidden />;
}

export type CardParts = {
  catalogue: readonly OfferedSection[];
  /** The id of the text about the keys. */
  hint: string;
};
type Props = CardParts & {
  section: DraftSection;
  actions: SectionActions;
  drag: SectionDrag;
  row: number;
  place: number;
  isChosen: boolean;
  isWrong: boolean;
  onChoose(): void;
};

/** A section in the list. Alt with arrows moves it and changes its width, Delete removes it. */
export function SectionCard(props: Props) {
  const { section, catalogue, actions, drag, hint, row, place, isChosen, isWrong, onChoose } = props;
  const t = useText();
  const language = useStore(languageStore);
  const name = useSectionNames(catalogue)(section);
  const app = offeredOf(catalogue, section)?.appName[language];
  const wider = directionOf(language) === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  const onKeyDown = (event: KeyboardEvent) => {
    const act = actOf(event, wider, { section, actions });
    if (!act) return;
    event.preventDefault();
    act();
  };
  const parts = [
    name,
    app,
    t('builder.sections.width', { width: section.width, of: pageUnits }),
    t('builder.sections.place', { row: row + 1, place: place + 1 }),
    isWrong && t('builder.sections.wrong'),
  ];
  return (
    <button
      type="button"
      className={classes.card}
      style={{ '--width': section.width, gridRow: row * 2 + 1 } as CSSProperties}
      data-card={section.key}
      data-row={row}
      data-place={place}
      data-chosen={isChosen || undefined}
      data-wrong={isWrong || undefined}
      data-dragged={drag.drag?.section.key === section.key || undefined}
      aria-label={parts.filter(Boolean).join(', ')}
      aria-expanded={isChosen}
      aria-describedby={hint}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Alt+ArrowLeft Alt+ArrowRight Delete"
      onKeyDown={onKeyDown}
      onClick={onChoose}
      onPointerDown={(event) => drag.begin(event, () => section)}
    >
      <span className={classes.grip} data-grip>
        <IconGripVertical size={iconSizes.sm} aria-hidden />
      </span>
      <SectionIcon section={section} catalogue={catalogue} />
      <span className={classes.name}>
        <bdi>{name}</bdi>
        {app && <small>{app}</small>}
      </span>
      {isWrong && <IconAlertTriangleFilled className={classes.warning} size={iconSizes.md} aria-hidden />}
      <span className={classes.units} aria-hidden>
        <bdi>{`${section.width}/${pageUnits}`}</bdi>
      </span>
    </button>
  );
}

function actOf(
  { key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent,
  wider: string,
  { section, actions }: Pick<Props, 'section' | 'actions'>,
): (() => void) | undefined {
  if (ctrlKey || metaKey || shiftKey) return undefined;
  if (!altKey) return key === 'Delete' ? () => actions.remove(section) : undefined;
  if (key === 'ArrowUp' || key === 'ArrowDown') return () => actions.move(section, key === 'ArrowUp' ? -1 : 1);
  if (key === 'ArrowLeft' || key === 'ArrowRight') return () => actions.resize(section, key === wider ? 1 : -1);
  return undefined;
}
