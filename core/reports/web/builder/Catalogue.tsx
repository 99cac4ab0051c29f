import { ActionIcon, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconHeading, IconPageBreak, IconPlus, IconSearch, IconTypography } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useStore } from '#platform/web/client/store.ts';
import { languageStore } from '#platform/web/i18n/i18n.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { maxSections } from '../../common/report.ts';
import type { OfferedSection } from '../../common/section-catalogue.ts';
import { useText } from '../texts.ts';
import classes from './Catalogue.module.css';
import { searched } from './catalogue.ts';
import { type DraftSection, dataSection, plainSection } from './draft.ts';
import { SectionIcon } from './sections/SectionCard.tsx';
import type { SectionDrag } from './sections/use-section-drag.ts';

type Props = {
  catalogue: readonly OfferedSection[];
  /** How many sections the report has. */
  count: number;
  onAdd(section: DraftSection): void;
  /** Where sections can be dragged from here. */
  drag?: SectionDrag | undefined;
};

const plain = [
  { type: 'heading', Icon: IconHeading },
  { type: 'text', Icon: IconTypography },
  { type: 'page-break', Icon: IconPageBreak },
] as const;

/** What can be added to a report, by app. Sections that the person cannot add are listed with the reason. */
export function Catalogue({ catalogue, count, onAdd, drag }: Props) {
  const t = useText();
  const kit = useKitText();
  const language = useStore(languageStore);
  const [search, setSearch] = useState('');
  const isFull = count >= maxSections;
  const groups = searched(catalogue, search, language);
  return (
    <section className={classes.catalogue} aria-label={t('builder.catalogue.title')}>
      <Title order={2} size="h3" className={classes.title}>
        {t('builder.catalogue.title')}
      </Title>
      <TextInput
        aria-label={kit('actions.search')}
        placeholder={t('builder.catalogue.search')}
        leftSection={<IconSearch size={iconSizes.sm} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {isFull && (
        <Text size="sm" role="status">
          {t('builder.catalogue.full', { most: maxSections })}
        </Text>
      )}
      <Stack gap="md">
        {search === '' && (
          <Kinds title={t('builder.catalogue.layout')}>
            {plain.map(({ type, Icon }) => (
              <Kind
                key={type}
                name={t(`builder.types.${type}`)}
                icon={<Icon size={iconSizes.md} aria-hidden />}
                refused={null}
                disabled={isFull}
                make={() => plainSection(type)}
                onAdd={onAdd}
                drag={drag}
              />
            ))}
          </Kinds>
        )}
        {groups.map(({ app, name, sections }) => (
          <Kinds key={app} title={name}>
            {sections.map((offered) => (
              <Kind
                key={offered.kind}
                name={offered.name[language]}
                icon={<SectionIcon section={dataSection(offered)} catalogue={catalogue} />}
                refused={offered.refused}
                disabled={isFull}
                make={() => dataSection(offered)}
                onAdd={onAdd}
                drag={drag}
              />
            ))}
          </Kinds>
        ))}
        {groups.length === 0 && (
          <Text size="sm" c="dimmed" role="status">
            {t(search === '' ? 'builder.catalogue.noKinds' : 'builder.catalogue.nothing', { search })}
          </Text>
        )}
      </Stack>
    </section>
  );
}

const Kinds = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <Title order={3} size="h4" className={classes.group}>
      <bdi>{title}</bdi>
    </Title>
    <ul className={classes.kinds}>{children}</ul>
  </section>
);

type KindProps = Pick<Props, 'onAdd' | 'drag'> & {
  name: string;
  icon: ReactNode;
  refused: OfferedSection['refused'];
  disabled: boolean;
  make(): DraftSection;
};

function Kind({ name, icon, refused, disabled, make, onAdd, drag }: KindProps) {
  const t = useText();
  const canAdd = refused === null && !disabled;
  return (
    <li
      className={classes.kind}
      data-refused={refused !== null || undefined}
      data-draggable={(canAdd && drag !== undefined) || undefined}
      onPointerDown={(event) => canAdd && drag?.begin(event, make)}
    >
      {icon}
      <div className={classes.name}>
        <span>{name}</span>
        {refused && <small>{t(`builder.refusals.${refused}`)}</small>}
      </div>
      <ActionIcon
        variant="subtle"
        size="lg"
        aria-label={t('builder.catalogue.add', { name })}
        disabled={!canAdd}
        onClick={() => onAdd(make())}
      >
        <IconPlus size={iconSizes.md} aria-hidden />
      </ActionIcon>
    </li>
  );
}
