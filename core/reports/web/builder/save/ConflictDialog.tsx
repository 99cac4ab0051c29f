import { Button, Group, Modal, SimpleGrid, Text, Title } from '@mantine/core';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { sizes } from '#platform/web/theme.ts';
import type { Report } from '../../../common/report.ts';
import type { OfferedSection } from '../../../common/section-catalogue.ts';
import { useText } from '../../texts.ts';
import { type Draft, draftOf } from '../draft.ts';
import { useSummary } from '../summary.ts';
import classes from './ConflictDialog.module.css';
import type { Saving } from './use-save.ts';

type Props = { theirs: Report; mine: Draft; catalogue: readonly OfferedSection[]; saving: Saving };

/** Both versions of a report that somebody else has saved meanwhile, of which the person takes one. */
export function ConflictDialog({ theirs, mine, catalogue, saving }: Props) {
  const t = useText();
  const kit = useKitText();
  const summary = useSummary(catalogue);
  const [own, other] = [summary(mine), summary(draftOf(theirs))];
  const differs = own.map(({ text }, at) => text !== other[at]?.text);
  return (
    <Modal
      opened
      onClose={saving.later}
      size={sizes.widePanel}
      title={t('builder.conflict.title')}
      closeButtonProps={{ 'aria-label': kit('actions.close') }}
    >
      <Text>{t('builder.conflict.text')}</Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="md">
        <Version title={t('builder.conflict.mine')} lines={own} differs={differs} />
        <Version title={t('builder.conflict.theirs')} lines={other} differs={differs} />
      </SimpleGrid>
      {!differs.includes(true) && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('builder.conflict.details')}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" onClick={saving.later}>
          {t('builder.conflict.later')}
        </Button>
        <Button variant="default" onClick={saving.takeTheirs}>
          {t('builder.conflict.takeTheirs')}
        </Button>
        <Button loading={saving.pending} onClick={() => void saving.keepMine()}>
          {t('builder.conflict.keepMine')}
        </Button>
      </Group>
    </Modal>
  );
}

type Lines = ReturnType<ReturnType<typeof useSummary>>;

function Version({ title, lines, differs }: { title: string; lines: Lines; differs: readonly boolean[] }) {
  const t = useText();
  return (
    <section className={classes.version} aria-label={title}>
      <Title order={3} size="h4">
        {title}
      </Title>
      <dl className={classes.lines}>
        {lines.map(({ label, text }, at) => (
          <div key={label} data-differs={differs[at] || undefined}>
            <dt>
              {label}
              {differs[at] && <span className={classes.mark}>{t('builder.conflict.differs')}</span>}
            </dt>
            <dd>
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
