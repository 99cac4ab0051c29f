import { Chip, Group, Input, Text, TextInput } from '@mantine/core';
import type { Endpoint } from '#platform/web/client/client-of.ts';
import { useList } from '#platform/web/client/hooks.ts';
import { PickMany } from '#platform/web/ui/choice/PickMany.tsx';
import { required } from '#platform/web/ui/form/required.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { type AccessMethod, notifyWays } from '../../common/grant.ts';
import { FenceInput } from '../FenceInput.tsx';
import { useText } from '../texts.ts';
import { installedLocks, siteBySite, siteOf, useAccess } from '../use-access.ts';
import { type GrantDraft, isNamed, methodsOf, type NotifyWay, plainCard } from './grant-draft.ts';

type PartProps = { draft: GrantDraft; error: string | undefined; onChange(changes: Partial<GrantDraft>): void };

const locksOf = (calls: object) => (calls as { device: { list: Endpoint } }).device.list;

export function LocksInput({ draft: { devices }, error, onChange }: PartProps) {
  const t = useText();
  const { app, calls } = useAccess();
  return (
    <Panel title={t('fields.locks')}>
      <PickMany
        label={t('fields.locks')}
        of={locksOf(calls)}
        filter={installedLocks(app)}
        sort={siteBySite}
        group={siteOf}
        isChosen={({ id }: { id: number }) => devices.includes(id)}
        onToggle={({ id }: { id: number }, on) =>
          onChange({ devices: on ? [...devices, id] : devices.filter((one) => one !== id) })
        }
        name={({ name }: { name: string }) => name}
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

/** The ways in which the chosen locks can be opened by this kind of access: by a card only where one of them keeps cards. */
export function useMethods({ mode, devices }: Pick<GrantDraft, 'mode' | 'devices'>): readonly AccessMethod[] {
  const { app, calls } = useAccess();
  const models = Object.entries(app.access?.models ?? {}).flatMap(([id, { cards }]) => (cards ? [id] : []));
  const request = { limit: 1, total: false, filter: { id: [...devices], hardwareId: models } };
  const enabled = devices.length > 0 && models.length > 0;
  const { rows } = useList(locksOf(calls), request, { enabled });
  const keeps = enabled && rows.length > 0;
  return methodsOf[mode].filter((method) => method !== 'card' || keeps);
}

type MethodsProps = PartProps & { offered: readonly AccessMethod[]; cardError: string | undefined };

export function MethodsInput({ draft: { methods, card }, offered, error, cardError, onChange }: MethodsProps) {
  const t = useText();
  return (
    <>
      <Input.Wrapper label={t('fields.methods')} error={error}>
        <Chip.Group multiple value={[...methods]} onChange={(next) => onChange({ methods: next as AccessMethod[] })}>
          <Group>
            {offered.map((one) => (
              <Chip key={one} value={one}>
                {t(`values.methods.${one}`)}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      </Input.Wrapper>
      {methods.includes('card') && (
        <TextInput
          label={t('fields.card')}
          description={t('hint.card')}
          dir="ltr"
          {...required}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          value={card}
          error={cardError}
          onChange={(event) => onChange({ card: plainCard(event.target.value) })}
          // A reader that types ends the number by Enter, which is not the wish to give access yet.
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      )}
    </>
  );
}
