import { Anchor } from '@mantine/core';
import {
  IconAdjustments,
  IconArrowsExchange,
  IconClipboardList,
  IconParking,
  IconPlug,
  IconPlugX,
  IconRoute,
  IconRouteOff,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatDuration } from '#platform/web/i18n/duration.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { EventTimeline } from '#platform/web/ui/history/EventTimeline.tsx';
import { ChangedFields } from '#platform/web/ui/history/History.tsx';
import type { LogKind, LogLine } from '../../common/vehicle/log.ts';
import { jobAddress } from '../addresses.ts';
import { useJobStepText } from '../jobs/JobLog.tsx';
import { useText } from '../texts.ts';

const icons = {
  journey: IconRoute,
  stop: IconParking,
  gap: IconRouteOff,
  fitted: IconPlug,
  unfitted: IconPlugX,
  step: IconArrowsExchange,
  job: IconClipboardList,
  change: IconAdjustments,
} satisfies Record<LogKind, unknown>;

/** Lines of the log of a vehicle. */
export function LogLines({ lines }: { lines: readonly LogLine[] }) {
  const title = useTitle();
  return (
    <EventTimeline
      events={lines.map((line) => ({
        id: line.id,
        at: line.at,
        title: title(line),
        ...(line.person ? { actor: [line.person.name, line.person.company].filter(Boolean).join(' · ') } : {}),
        icon: icons[line.kind],
        text: <Details line={line} />,
      }))}
    />
  );
}

function useTitle() {
  const t = useText();
  const { number } = useFormats();
  const jobWords = useJobStepText();
  return ({ kind, movement, step, fitting, job }: LogLine): string => {
    if (job) return `${job.number} · ${jobWords(job.step, job.detail).title}`;
    if (step)
      return step.name === 'suspend' || step.name === 'unsuspend' || step.name === 'retire'
        ? t(`stepsTaken.${step.name}`)
        : step.name;
    if (fitting) return t(`logKinds.${kind}`, { name: fitting.device.name });
    if (!movement) return t(`logKinds.${kind}`);
    const km = t('km', { value: number(movement.metres / 1000, 1) });
    const what = movement.towed ? t('towed') : t(`logKinds.${kind}`);
    return kind === 'stop' ? [what, movement.structure?.name].filter(Boolean).join(' · ') : `${what} · ${km}`;
  };
}

function Details({ line: { kind, movement, step, fitting, job, changes } }: { line: LogLine }) {
  const t = useText();
  const jobWords = useJobStepText();
  const { date, number, language } = useFormats();
  if (movement) {
    const { from, to, running, topSpeed, idleSeconds } = movement;
    const parts = [
      running ? t('since', { from: date(from) }) : t('fromTo', { from: date(from), to: date(to) }),
      formatDuration(Date.parse(to) - Date.parse(from), language),
      ...(kind === 'journey' && topSpeed !== null
        ? [t('upTo', { speed: t('kmh', { value: number(topSpeed, 0) }) })]
        : []),
      ...(idleSeconds > 0 ? [t('idled', { time: formatDuration(idleSeconds * 1000, language) })] : []),
    ];
    return (
      <>
        {parts.map((part, at) => (
          <span key={part}>
            {at > 0 && ' · '}
            <bdi>{part}</bdi>
          </span>
        ))}
      </>
    );
  }
  if (step) return <bdi>{step.reason}</bdi>;
  if (job) {
    const { text } = jobWords(job.step, job.detail);
    return (
      <>
        <Anchor component={Link} to={jobAddress(job.id)} inherit>
          <bdi>{job.name}</bdi>
        </Anchor>
        {text && (
          <>
            {' · '}
            <bdi>{text}</bdi>
          </>
        )}
      </>
    );
  }
  if (fitting) return <bdi>{fitting.why}</bdi>;
  return changes ? <ChangedFields line={{ action: 'update', changes, about: [] }} namespace="fleet" /> : null;
}
