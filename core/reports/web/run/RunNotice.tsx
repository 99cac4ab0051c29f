import { Alert, Button, Group, List, Text } from '@mantine/core';
import { IconAlertTriangle, IconClockPause, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormats } from '#platform/web/i18n/formats.ts';
import type { DocumentSection, ReportDocument } from '../../common/document.ts';
import type { ReportRun } from '../../common/run.ts';
import { useText } from '../texts.ts';
import classes from './run.module.css';
import { hasEnded } from './run-state.tsx';

type Props = {
  run: ReportRun;
  document: ReportDocument | undefined;
  /** The buttons for what can be done about it. */
  children: ReactNode;
};

/** Why a run has no result, waits for a person, or lacks sections; nothing for one that is complete. */
export function RunNotice({ run, document, children }: Props) {
  const t = useText();
  const { state, error, faults } = run;
  if (hasEnded(state))
    return (
      <Alert
        variant="default"
        className={state === 'failed' ? classes.failure : undefined}
        icon={state === 'failed' ? <IconAlertTriangle aria-hidden /> : <IconInfoCircle aria-hidden />}
        title={t(`run.ended.${state}`)}
      >
        <Text size="sm">{state === 'failed' ? error && t(`run.errors.${error}`) : t(`run.ended.${state}Text`)}</Text>
        {children}
      </Alert>
    );
  if (faults.length === 0) return null;
  const isHeld = state === 'held';
  const Icon = isHeld ? IconClockPause : IconAlertTriangle;
  return (
    <Alert
      variant="default"
      className={classes.warning}
      icon={<Icon aria-hidden />}
      title={isHeld ? t('run.held') : t('run.incomplete', { count: faults.length })}
    >
      {isHeld && <Text size="sm">{t('run.heldText')}</Text>}
      <Missing sections={document ? missingIn(document) : []} />
      {isHeld && children}
    </Alert>
  );
}

const missingIn = ({ rows }: ReportDocument): DocumentSection[] =>
  rows.flat().flatMap(({ part }) => (part.type === 'data' && part.fault !== null ? [part] : []));

function Missing({ sections }: { sections: readonly DocumentSection[] }) {
  const t = useText();
  const { language } = useFormats();
  return (
    <List size="sm" mt="xs">
      {sections.map(({ title, app, fault }, at) => (
        // The sections of a frozen document never move.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <List.Item key={at}>
          <bdi>{[title[language], app?.[language]].filter(Boolean).join(' · ')}</bdi>:{' '}
          {fault && t(`document.faults.${fault}`)}
        </List.Item>
      ))}
    </List>
  );
}

type ButtonsProps = {
  actions: { again: (() => void) | undefined; release: (() => void) | undefined; pending: boolean };
};

/** Runs a report again, or sends one that is on hold. */
export function NoticeButtons({ actions: { again, release, pending } }: ButtonsProps) {
  const t = useText();
  if (!again && !release) return null;
  return (
    <Group gap="xs" mt="sm">
      {release && (
        <Button size="compact-sm" loading={pending} onClick={release}>
          {t('run.release')}
        </Button>
      )}
      {again && (
        <Button size="compact-sm" variant="default" loading={pending} onClick={again}>
          {t('run.again')}
        </Button>
      )}
    </Group>
  );
}
