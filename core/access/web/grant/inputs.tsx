import { Chip, Group, Input, Text } from '@mantine/core';
import type { Endpoint } from '#platform/web/client/client-of.ts';
import { PickMany } from '#platform/web/ui/choice/PickMany.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { type AccessMethod, notifyWays } from '../../common/grant.ts';
import { FenceInput } from '../FenceInput.tsx';
import { useText } from '../texts.ts';
import { locksOnly, useAccess } from '../use-access.ts';
import { type Draft, isNamed, methodsOf, type NotifyWay } from './grant-draft.ts';

type PartProps = { draft: Draft; error: string | undefined; onChange(changes: Partial<Draft>): void };

export function LocksInput({ draft: { devices }, error, onChange }: PartProps) {
  const t = useText();
  const { app, calls } = useAccess();
  const list = (calls as unknown as { device: { list: Endpoint } }).device.list;
  return (
    <Panel title={t('fields.locks')}>
      <PickMany
        label={t('fields.locks')}
        of={list}
        filter={locksOnly(app)}
        isChosen={({ id }: { id: number }) => devices.includes(id)}
        onToggle={({ id }: { id: number }, on) =>
          onChange({ devices: on ? [...devices, id] : devices.filter((one) => one !== id) })
        }
        name={({ name }: { name: string }) => name}
        note={({ structure }: { structure: { name: string } | null }) => structure?.name}
        empty={t('given.noLocks')}
      />
      {error && (
        <Text c="var(--severity-problem-text)" size="sm">
          {error}
        </Text>
      )}
    </Panel>
  );
}

type LinkProps = Pick<PartProps, 'draft' | 'onChange'> & { errors: Readonly<Record<string, string>> };

/** Where links open, and how their holder gets them. */
export function LinkInput({ draft: { mode, fence, notify }, errors, onChange }: LinkProps) {
  const t = useText();
  return (
    <>
      <FenceInput value={fence} onChange={(next) => onChange({ fence: next })} error={errors.onlyInsideFence} />
      {isNamed(mode) && (
        <Input.Wrapper label={t('fields.notify')} error={errors.notify}>
          <Chip.Group multiple value={[...notify]} onChange={(next) => onChange({ notify: next as NotifyWay[] })}>
            <Group>
              {notifyWays.map((way) => (
                <Chip key={way} value={way}>
                  {t(`values.notify.${way}`)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </Input.Wrapper>
      )}
    </>
  );
}

export function MethodsInput({ draft: { mode, methods }, error, onChange }: PartProps) {
  const t = useText();
  return (
    <Input.Wrapper label={t('fields.methods')} error={error}>
      <Chip.Group multiple value={[...methods]} onChange={(next) => onChange({ methods: next as AccessMethod[] })}>
        <Group>
          {methodsOf[mode].map((one) => (
            <Chip key={one} value={one}>
              {t(`values.methods.${one}`)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  );
}
