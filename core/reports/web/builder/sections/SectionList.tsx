import { ActionIcon, Button, Group, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconArrowBackUp, IconPlus } from '@tabler/icons-react';
import { Fragment, type ReactNode, type RefObject, useEffect, useId } from 'react';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { maxSections } from '../../../common/report.ts';
import { useText } from '../../texts.ts';
import type { FaultOf } from '../save/faults.ts';
import type { BuilderState } from '../use-builder.ts';
import type { CardParts } from './SectionCard.tsx';
import { SectionCard } from './SectionCard.tsx';
import { SectionSettings } from './SectionSettings.tsx';
import classes from './Sections.module.css';
import { rowsIn } from './section-moves.ts';
import type { SectionActions } from './use-section-actions.ts';
import type { DropLine, SectionDrag } from './use-section-drag.ts';

type Props = Omit<CardParts, 'hint'> & {
  builder: BuilderState;
  actions: SectionActions;
  drag: SectionDrag;
  list: RefObject<HTMLDivElement | null>;
  faultOf: FaultOf;
  /** Opens the catalogue, where it is not next to the list. */
  onAdd?: (() => void) | undefined;
};

/** The sections in the order in which they are printed, in rows as wide as the page. */
export function SectionList(props: Props) {
  const { builder, actions, list, drag, onAdd } = props;
  const t = useText();
  const hint = useId();
  const { sections } = builder.draft;
  useFocusedCard(builder, list);
  return (
    <section className={classes.sections} aria-label={t('builder.sections.title')}>
      <Head builder={builder} actions={actions} onAdd={onAdd} />
      <div role="status" className={classes.said}>
        <span key={builder.said.number}>{builder.said.text}</span>
      </div>
      <VisuallyHidden id={hint}>{t('builder.sections.keys')}</VisuallyHidden>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Z is a shortcut of the undo button */}
      <div
        ref={list}
        className={classes.grid}
        data-dragging={drag.drag !== null || undefined}
        onKeyDown={(event) => {
          const isField = event.target instanceof HTMLElement && event.target.matches('input, textarea');
          if (isField || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
          event.preventDefault();
          if (builder.canUndo) actions.undo();
        }}
      >
        {sections.length === 0 ? (
          <EmptyState title={t('builder.sections.emptyTitle')} text={t('builder.sections.emptyText')} />
        ) : (
          rowsIn(sections).map((row, at) =>
            row.map((section, place) => cardOf({ ...props, hint }, { section, at, place })),
          )
        )}
        {drag.drag?.line && <Line at={drag.drag.line} />}
      </div>
      {sections.length > 0 && (
        <Text size="xs" c="dimmed" className={classes.keys}>
          {t('builder.sections.hint')}
        </Text>
      )}
    </section>
  );
}

function cardOf(
  { builder, actions, drag, faultOf, hint, ...parts }: Props & { hint: string },
  { section, at, place }: { section: BuilderState['draft']['sections'][number]; at: number; place: number },
): ReactNode {
  const isChosen = builder.chosen === section.key;
  return (
    <Fragment key={section.key}>
      <SectionCard
        {...{ section, actions, drag, hint, isChosen, ...parts }}
        row={at}
        place={place}
        isWrong={faultOf.section(section.key)}
        onChoose={() => builder.choose(isChosen ? null : section.key)}
      />
      {isChosen && <SectionSettings {...{ section, builder, actions, faultOf }} catalogue={parts.catalogue} row={at} />}
    </Fragment>
  );
}

function Head({ builder, actions, onAdd }: Pick<Props, 'builder' | 'actions' | 'onAdd'>) {
  const t = useText();
  const kit = useKitText();
  const count = builder.draft.sections.length;
  return (
    <Group gap="xs" className={classes.head}>
      <Title order={2} size="h3">
        {t('builder.sections.title')}
      </Title>
      {count > 0 && (
        <Text size="sm" c="dimmed">
          {t('builder.sections.count', { count, shown: count, most: maxSections })}
        </Text>
      )}
      <Group gap="xs" ms="auto" wrap="nowrap">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('builder.undo')}
          title={t('builder.undo')}
          disabled={!builder.canUndo}
          onClick={actions.undo}
        >
          <IconArrowBackUp size={iconSizes.md} aria-hidden />
        </ActionIcon>
        {onAdd && (
          <Button leftSection={<IconPlus size={iconSizes.md} aria-hidden />} onClick={onAdd} variant="light">
            {kit('actions.add')}
          </Button>
        )}
      </Group>
    </Group>
  );
}

const Line = ({ at: { left, top, width, height } }: { at: DropLine }) => (
  <div className={classes.line} style={{ insetBlockStart: top, left, width, height }} />
);

/** A card that was moved is another element of the page: it gets the focus again. */
function useFocusedCard({ focused }: BuilderState, list: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    if (!focused) return;
    const card = list.current?.querySelector<HTMLElement>(`[data-card="${focused.key}"]`);
    card?.focus({ preventScroll: true });
    card?.scrollIntoView({ block: 'nearest' });
  }, [focused, list]);
}
