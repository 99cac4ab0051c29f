import {
  ActionIcon,
  Alert,
  Group,
  MultiSelect,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import {
  IconArrowDown,
  IconArrowsDiagonal,
  IconArrowsDiagonalMinimize2,
  IconArrowUp,
  IconCopy,
  IconTrash,
} from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { useStore } from '#platform/web/client/store.ts';
import { languageStore } from '#platform/web/i18n/i18n.ts';
import { iconSizes, meaningColors } from '#platform/web/theme.ts';
import { maxSections, pageUnits } from '../../../common/report.ts';
import type { OfferedSection } from '../../../common/section-catalogue.ts';
import { useText } from '../../texts.ts';
import { offeredOf } from '../catalogue.ts';
import type { DraftData, DraftSection } from '../draft.ts';
import type { FaultOf } from '../save/faults.ts';
import { useSectionNames } from '../texts.ts';
import type { BuilderState } from '../use-builder.ts';
import { SectionParams } from './SectionParams.tsx';
import classes from './Sections.module.css';
import type { SectionActions } from './use-section-actions.ts';

type Props = {
  section: DraftSection;
  builder: BuilderState;
  actions: SectionActions;
  faultOf: FaultOf;
  catalogue: readonly OfferedSection[];
  row: number;
};

/** The settings of the chosen section, below its row, with buttons for what the keys do. */
export function SectionSettings({ section, builder, actions, faultOf, catalogue, row }: Props) {
  const t = useText();
  const name = useSectionNames(catalogue)(section);
  const fault = faultOf.at(`sections.#${section.key}`);
  return (
    <fieldset
      className={classes.settings}
      style={{ gridRow: row * 2 + 2 } as CSSProperties}
      aria-label={t('builder.settings.title', { name })}
    >
      <SectionTools section={section} builder={builder} actions={actions} />
      <Stack gap="sm">
        {fault && <Alert color={meaningColors.danger}>{fault}</Alert>}
        {section.type === 'data' ? (
          <DataFields section={section} edit={builder.edit} faultOf={faultOf} catalogue={catalogue} />
        ) : (
          <PlainFields section={section} edit={builder.edit} faultOf={faultOf} />
        )}
      </Stack>
    </fieldset>
  );
}

function SectionTools({ section, builder, actions }: Pick<Props, 'section' | 'builder' | 'actions'>) {
  const t = useText();
  const isBreak = section.type === 'page-break';
  const tool = (
    key: 'up' | 'down' | 'narrower' | 'wider' | 'duplicate' | 'remove',
    icon: ReactNode,
    act: () => void,
  ) => (
    <ActionIcon
      key={key}
      size="lg"
      variant="subtle"
      aria-label={t(`builder.tools.${key}`)}
      title={t(`builder.tools.${key}`)}
      onClick={act}
    >
      {icon}
    </ActionIcon>
  );
  const icon = { size: iconSizes.md, 'aria-hidden': true } as const;
  return (
    <Group gap="xs" className={classes.tools}>
      {tool('up', <IconArrowUp {...icon} />, () => actions.move(section, -1))}
      {tool('down', <IconArrowDown {...icon} />, () => actions.move(section, 1))}
      {!isBreak && tool('narrower', <IconArrowsDiagonalMinimize2 {...icon} />, () => actions.resize(section, -1))}
      {!isBreak && (
        <Text size="sm" className={classes.width}>
          <bdi>{`${section.width} / ${pageUnits}`}</bdi>
        </Text>
      )}
      {!isBreak && tool('wider', <IconArrowsDiagonal {...icon} />, () => actions.resize(section, 1))}
      <Group gap="xs" ms="auto" wrap="nowrap">
        {builder.draft.sections.length < maxSections &&
          tool('duplicate', <IconCopy {...icon} />, () => actions.duplicate(section))}
        {tool('remove', <IconTrash {...icon} />, () => actions.remove(section))}
      </Group>
    </Group>
  );
}

type FieldsProps<Section> = { section: Section; edit: BuilderState['edit']; faultOf: FaultOf };

function PlainFields({ section, edit, faultOf }: FieldsProps<Exclude<DraftSection, DraftData>>) {
  const t = useText();
  if (section.type === 'page-break')
    return (
      <Text size="sm" c="dimmed">
        {t('builder.settings.pageBreak')}
      </Text>
    );
  const path = `sections.#${section.key}`;
  const field = (language: 'en' | 'ar') => ({
    label: t(`builder.settings.${section.type === 'heading' ? 'heading' : 'text'}.${language}`),
    value: section[language],
    error: faultOf.at(`${path}.${language}`),
    lang: language,
    dir: language === 'ar' ? 'rtl' : 'ltr',
    onChange: (event: { currentTarget: { value: string } }) =>
      edit({ ...section, [language]: event.currentTarget.value }),
  });
  if (section.type === 'text')
    return (
      <>
        <Textarea {...field('en')} autosize minRows={3} maxRows={10} />
        <Textarea {...field('ar')} autosize minRows={3} maxRows={10} />
      </>
    );
  return (
    <>
      <SegmentedControl
        aria-label={t('builder.settings.level')}
        value={String(section.level)}
        data={[1, 2, 3].map((level) => ({ value: String(level), label: t('builder.settings.levelOf', { level }) }))}
        onChange={(level) => edit({ ...section, level: Number(level) })}
      />
      <TextInput {...field('en')} />
      <TextInput {...field('ar')} />
    </>
  );
}

type DataProps = FieldsProps<DraftData> & { catalogue: readonly OfferedSection[] };

function DataFields({ section, edit, faultOf, catalogue }: DataProps) {
  const t = useText();
  const language = useStore(languageStore);
  const offered = offeredOf(catalogue, section);
  const path = `sections.#${section.key}`;
  const refused = offered ? offered.refused : 'unknown';
  return (
    <>
      {refused && <Alert>{t(`builder.refusals.${refused}`)}</Alert>}
      <TextInput
        label={t('builder.settings.titleEn')}
        placeholder={offered?.name.en ?? ''}
        value={section.titleEn}
        error={faultOf.at(`${path}.titleEn`)}
        lang="en"
        dir="ltr"
        onChange={(event) => edit({ ...section, titleEn: event.currentTarget.value })}
      />
      <TextInput
        label={t('builder.settings.titleAr')}
        placeholder={offered?.name.ar ?? ''}
        value={section.titleAr}
        error={faultOf.at(`${path}.titleAr`)}
        lang="ar"
        dir="rtl"
        onChange={(event) => edit({ ...section, titleAr: event.currentTarget.value })}
      />
      {offered && <SectionParams section={section} offered={offered} edit={edit} faultOf={faultOf} />}
      {offered && offered.columns.length > 1 && (
        <MultiSelect
          label={t('builder.settings.columns')}
          placeholder={section.columns.length === 0 ? t('builder.settings.allColumns') : ''}
          data={offered.columns.map(({ key, title }) => ({ value: key, label: title[language] }))}
          value={section.columns}
          error={faultOf.within(`${path}.columns`)}
          clearable
          hidePickedOptions
          onChange={(columns) => edit({ ...section, columns })}
        />
      )}
    </>
  );
}
