import { Radio, Select, TextInput } from '@mantine/core';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { parentFault, pathTo } from '../common/group-tree.ts';
import { groupColours, type RecordGroup, recordGroupFields } from '../common/record-group.ts';
import { GroupDot } from './GroupDot.tsx';
import classes from './GroupPanel.module.css';
import { pathText } from './GroupSelect.tsx';
import type { GroupCalls } from './group-calls.ts';
import { namespace, useText } from './text.ts';

type Props = {
  of: GroupCalls;
  /** All groups. */
  groups: readonly RecordGroup[];
  /** The group to change; null for a new one. */
  group: RecordGroup | null;
  /** The group around a new one. */
  within: number | null;
  onClose(): void;
  onSaved(group: RecordGroup): void;
};

/** Creates or changes a group: name, colour and the group around it, of which only those are offered that fit. */
export function GroupPanel({ of, groups, group, within, onClose, onSaved }: Props) {
  const t = useText();
  const create = useAction(of.create);
  const update = useAction(of.update);
  const fits = (id: number) => parentFault(groups, group?.id ?? null, id) === null;
  const form = useEntityForm(recordGroupFields, {
    namespace,
    initial: {
      name: group?.name ?? '',
      colour: group?.colour ?? groupColours[0],
      parentId: group ? group.parentId : within !== null && fits(within) ? within : null,
    },
    async save(body) {
      onSaved(await (group ? update.ask({ params: { id: group.id }, body }) : create.ask({ body })));
    },
    onSaved: onClose,
  });
  const { onChange: _, value, ...parent } = form.field('parentId');
  // A group of radio buttons takes no mark of a required input, and one of them is always chosen.
  const { 'aria-required': __, withAsterisk: ___, ...colours } = form.field('colour');
  const options = groups
    .filter(({ id }) => fits(id))
    .map(({ id }) => ({ value: String(id), label: pathText(pathTo(groups, id).map(({ name }) => name)) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return (
    <SidePanel title={t(group ? 'edit' : 'new')} onClose={onClose} keepOpen>
      <EntityForm form={form}>
        <TextInput {...form.field('name')} maxLength={60} data-autofocus />
        <Radio.Group {...colours}>
          <div className={classes.colours}>
            {groupColours.map((colour) => (
              <Radio
                key={colour}
                value={colour}
                label={
                  <>
                    <GroupDot colour={colour} /> {t(`values.colour.${colour}`)}
                  </>
                }
              />
            ))}
          </div>
        </Radio.Group>
        <Select
          {...parent}
          data={options}
          value={value === null ? null : String(value)}
          onChange={(id) => form.set('parentId', id === null ? null : Number(id))}
          placeholder={t('atTop')}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('toTop') }}
        />
      </EntityForm>
    </SidePanel>
  );
}
