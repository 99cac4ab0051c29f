import { Group, Progress, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { serialIn } from '#core/devices/common/serial.ts';
import { PdfButton } from '#core/print/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { UnsavedGuard } from '#platform/web/ui/form/UnsavedGuard.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { assignUnits, type SerialLine, type UnitAssignment } from '../../common/assign-units.ts';
import type { DeployUnit } from '../../common/deployment.ts';
import type { OrderDetail } from '../../common/order.ts';
import { api, useText } from '../api.ts';
import { beep } from './beep.ts';
import { ReplacePanel } from './ReplacePanel.tsx';
import { ScanBox, type ScanResult } from './ScanBox.tsx';
import { UnitTable } from './UnitTable.tsx';
import { useDeployment } from './use-deployment.ts';

const repeatMs = 3000;

/** The devices of an order: their serial numbers are scanned, pasted or read from a file. */
export function DeployTab({ order }: { order: OrderDetail }) {
  const t = useText();
  const { number, language } = useFormats();
  const labels = useAction(api.deployment.labels);
  const { label } = useLabels('orders');
  const [last, setLast] = useState<ScanResult | null>(null);
  const [replacing, setReplacing] = useState<DeployUnit | null>(null);
  const scanned = useRef({ code: '', at: 0 });
  const devices = new Set(order.lines.filter(({ kind }) => kind === 'device').map(({ id }) => id));
  const units = order.units.filter(({ lineId, state }) => devices.has(lineId) && state !== 'replaced');

  const show = (tone: ScanResult['tone'], text: string) => {
    beep(tone);
    setLast({ tone, text, at: Date.now() });
  };
  const errorText = (word: string | null) => (word === null ? '' : label(`unitError.${word}`));
  const { waiting, deploy } = useDeployment(order, (results) => {
    const failed = results.filter(({ state }) => state === 'error');
    const [only] = results;
    if (results.length === 1 && only)
      show(
        failed.length > 0 ? 'problem' : 'good',
        `${only.serial} · ${failed.length > 0 ? errorText(only.error) : t('deploy.done')}`,
      );
    else
      show(
        failed.length > 0 ? 'problem' : 'good',
        t('deploy.result', { done: number(results.length - failed.length), errors: number(failed.length) }),
      );
  });
  const assign = (lines: readonly SerialLine[]): UnitAssignment =>
    assignUnits(
      lines,
      units.map((unit) =>
        waiting.has(unit.id) ? { ...unit, state: 'done', serial: waiting.get(unit.id) ?? '' } : unit,
      ),
      order.lines,
    );
  const scan = (code: string, product?: string) => {
    const now = Date.now();
    if (code === scanned.current.code && now - scanned.current.at < repeatMs) return;
    scanned.current = { code, at: now };
    if (serialIn(code) === null) return show('problem', `${code} · ${errorText('invalidSerial')}`);
    take([{ serial: code, product }]);
  };
  const take = (lines: readonly SerialLine[]) => {
    const { units: given, known, faults } = assign(lines);
    const [fault] = faults;
    if (fault) show('problem', `${fault.serial} · ${t(`assignment.${fault.word}`)}`);
    else if (given.length === 0)
      show('problem', known.length === 1 ? `${known[0]} · ${t('assignment.known')}` : t('assignment.allKnown'));
    deploy(given.map((unit) => ({ ...unit, serial: sendable(unit.serial) })));
  };
  if (units.length === 0) return <EmptyState title={t('deploy.nothing.title')} text={t('deploy.nothing.text')} />;
  const done = units.filter(({ state }) => state === 'done').length;
  const failed = units.filter(({ state }) => state === 'error');
  const open = order.status === 'confirmed' || order.status === 'deployed';
  return (
    <Stack>
      <UnsavedGuard when={waiting.size > 0} />
      <Panel>
        <Stack gap="xs">
          <Group justify="space-between">
            <Text component="p" m={0} fw={650} role="status">
              {t('deploy.progress', { done: number(done), count: units.length, all: number(units.length) })}
            </Text>
            {done > 0 && (
              <PdfButton
                label={t('deploy.labels')}
                name={order.number}
                request={() => labels.ask({ params: { id: order.id }, body: { lang: language } })}
              />
            )}
          </Group>
          <Progress value={(done / units.length) * 100} aria-label={t('tabs.deploy')} />
        </Stack>
      </Panel>
      {open && done < units.length && <ScanBox order={order} units={units} last={last} onScan={scan} onLines={take} />}
      {order.status === 'submitted' && <Text c="dimmed">{t('deploy.notConfirmed')}</Text>}
      <UnitTable
        order={order}
        units={units}
        waiting={waiting}
        errorText={errorText}
        onRetry={open ? (retried) => deploy(retried) : undefined}
        onRetryAll={
          open && failed.length > 0 ? () => take(failed.map(({ serial }) => ({ serial: serial ?? '' }))) : undefined
        }
        onReplace={order.nextActions.some(({ action }) => action === 'replace-unit') ? setReplacing : undefined}
      />
      {replacing && <ReplacePanel order={order} unit={replacing} onClose={() => setReplacing(null)} />}
    </Stack>
  );
}

/** A label without the control characters that scanners send between its fields: then only the serial number. */
const sendable = (label: string): string =>
  /\p{Cc}/u.test(label) ? (serialIn(label) ?? label.replaceAll(/\p{Cc}/gu, '')) : label;
