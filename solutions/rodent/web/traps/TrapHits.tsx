import { Button, Group, Kbd, Stack, Text } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useAction, useList } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { Loading } from '#platform/web/shell/layout/Loading.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Hit } from '../../common/hit.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import classes from '../visits/Visit.module.css';
import { verdictTones } from './tones.ts';

const step = 25;
const verdictKeys = { c: 'catch', f: 'false' } as const;

/** The hits of a trap. N goes to the next one without a verdict; C and F say what the one with the focus was. */
export function TrapHits({ deviceId }: { deviceId: number }) {
  const t = useText();
  const [limit, setLimit] = useState(step);
  const { rows, total, loading, error, retry } = useList(api.hit.list, {
    limit,
    filter: { deviceId: String(deviceId) },
  });
  const list = useRef<HTMLUListElement>(null);
  const mayGive = usePermitted(api.hit.giveVerdict.route.access);
  const give = useAction(api.hit.giveVerdict);

  /** The focus goes to the buttons of the next hit without a verdict. */
  function goOn(from: Element | null): void {
    const open = [...(list.current?.querySelectorAll('li[data-open]') ?? [])];
    const next = open[(open.indexOf(from ?? list.current ?? document.body) + 1) % Math.max(1, open.length)];
    next?.querySelector('button')?.focus();
  }
  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const item = event.target instanceof Element ? event.target.closest('li[data-open]') : null;
    const hit = rows.find(({ id }) => String(id) === item?.getAttribute('data-id'));
    const key = event.key.toLowerCase();
    if (key === 'n') goOn(item);
    else if (hit && (key === 'c' || key === 'f'))
      give.run({ params: { id: hit.id }, body: { verdict: verdictKeys[key] } });
    else return;
    event.preventDefault();
  }
  if (error) return <FailedState error={error} onRetry={retry} />;
  if (loading) return <Loading />;
  if (rows.length === 0) return <EmptyState title={t('noHits.title')} text={t('noHits.text')} />;
  return (
    <Stack gap="sm" onKeyDown={onKey}>
      {mayGive && (
        <Text size="sm" c="dimmed" visibleFrom="sm">
          {Object.entries(verdictKeys).map(([key, verdict]) => (
            <span key={key}>
              <KeyCap of={key} /> {t(`values.verdict.${verdict}`)} ·{' '}
            </span>
          ))}
          <KeyCap of="n" /> {t('nextHit')}
        </Text>
      )}
      <ul className={classes.traps} ref={list}>
        {rows.map((hit) => (
          <li key={hit.id} className={classes.trap} data-id={hit.id} data-open={(mayGive && hit.presumed) || undefined}>
            <HitFacts hit={hit} />
            <div className={classes.tools}>
              <StatusChip value={hit.verdict} field="verdict" tones={verdictTones} />
              {mayGive && hit.presumed && (
                <Group gap="xs">
                  <Button
                    variant="light"
                    loading={give.pending}
                    onClick={() => give.run({ params: { id: hit.id }, body: { verdict: 'catch' } })}
                  >
                    {t('values.verdict.catch')}
                  </Button>
                  <Button
                    variant="default"
                    loading={give.pending}
                    onClick={() => give.run({ params: { id: hit.id }, body: { verdict: 'false' } })}
                  >
                    {t('values.verdict.false')}
                  </Button>
                </Group>
              )}
            </div>
          </li>
        ))}
      </ul>
      {(total ?? 0) > rows.length && limit < 100 && (
        <Group>
          <Button variant="default" onClick={() => setLimit(limit + step)}>
            {t('showMoreHits')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

const KeyCap = ({ of }: { of: string }) => <Kbd dir="ltr">{of.toUpperCase()}</Kbd>;

function HitFacts({ hit }: { hit: Hit }) {
  const t = useText();
  const { date } = useFormats();
  const marks = (['mass', 'late', 'selfRearmed', 'service'] as const).filter((mark) => hit[mark]);
  return (
    <div className={classes.where}>
      <Text size="sm">{hit.fromAt ? t('between', { from: date(hit.fromAt), to: date(hit.at) }) : date(hit.at)}</Text>
      <Text size="xs" c="dimmed">
        {[
          t(`values.hitKind.${hit.kind}`),
          hit.space?.name ?? hit.floor?.name ?? hit.structure?.name,
          hit.presumed && hit.verdict !== 'unverified' && t('presumed'),
          ...marks.map((mark) => t(`marks.${mark}`)),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </div>
  );
}
