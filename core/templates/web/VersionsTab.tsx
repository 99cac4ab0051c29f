import { Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Panels } from '#platform/web/ui/page/Panels.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import type { TemplateRow, TemplateVersion } from '../common/template.ts';
import { type DescribedLine, useDescription } from './describe.ts';
import { type TemplateSource, useTemplateModels } from './source.ts';
import classes from './Templates.module.css';
import { useText } from './texts.ts';

type Props = { source: TemplateSource; template: TemplateRow };

/** The versions of a template, the newest first, and the differences between two of them. */
export function VersionsTab({ source, template }: Props) {
  const t = useText();
  const { date, number } = useFormats();
  const list = { limit: 100, skip: 0, total: false };
  const query = useData(source.calls.versions, { params: { id: template.id }, list }, { silent: true, staleTime: 0 });
  if (!query.data) return <QueryBoundary of={query} />;
  const versions = query.data.data;
  return (
    <Panels>
      <Panel title={t('tabs.versions')}>
        <div className={classes.scroll}>
          <table className={classes.table} aria-label={t('tabs.versions')}>
            <thead>
              <tr>
                <th scope="col">{t('columns.version')}</th>
                <th scope="col">{t('columns.createdAt')}</th>
                <th scope="col">{t('columns.by')}</th>
                <th scope="col">{t('columns.devices')}</th>
              </tr>
            </thead>
            <tbody>
              {versions.map((version) => (
                <tr key={version.id}>
                  <td>{number(version.version)}</td>
                  <td>{date(version.createdAt)}</td>
                  <td>
                    <bdi>{version.by ?? '–'}</bdi>
                  </td>
                  <td>{number(version.devices)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Panel>
      {versions.length > 1 && <Comparison source={source} template={template} versions={versions} />}
    </Panels>
  );
}

function Comparison({ source: { app }, template, versions }: Props & { versions: readonly TemplateVersion[] }) {
  const t = useText();
  const model = useTemplateModels(app).find(({ id }) => id === template.hardwareId);
  const linesOfContent = useDescription(app);
  const [[from, to], choose] = useState<[number, number]>([versions[1]?.version ?? 1, versions[0]?.version ?? 1]);
  const linesOf = (number: number) => {
    const version = versions.find((one) => one.version === number);
    return version ? linesOfContent(version.content, model) : [];
  };
  const differences = differencesOf(linesOf(from), linesOf(to));
  const options = versions.map(({ version }) => ({ value: String(version), label: t('versionNumber', { version }) }));
  return (
    <Panel title={t('compare.title')}>
      <Stack gap="md">
        <div className={classes.pair}>
          <Select
            label={t('compare.from')}
            data={options}
            value={String(from)}
            allowDeselect={false}
            onChange={(next) => choose([Number(next), to])}
          />
          <Select
            label={t('compare.to')}
            data={options}
            value={String(to)}
            allowDeselect={false}
            onChange={(next) => choose([from, Number(next)])}
          />
        </div>
        {differences.length === 0 ? (
          <Text c="dimmed">{t('compare.same')}</Text>
        ) : (
          <div className={classes.scroll}>
            <table className={classes.table} aria-label={t('compare.title')}>
              <thead>
                <tr>
                  <th scope="col">{t('columns.field')}</th>
                  <th scope="col">{t('versionNumber', { version: from })}</th>
                  <th scope="col">{t('versionNumber', { version: to })}</th>
                </tr>
              </thead>
              <tbody>
                {differences.map(({ key, label, before, after }) => (
                  <tr key={key}>
                    <th scope="row">
                      <bdi>{label}</bdi>
                    </th>
                    <td>
                      <bdi>{before}</bdi>
                    </td>
                    <td>
                      <bdi>{after}</bdi>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Stack>
    </Panel>
  );
}

/** The lines by which two versions differ. */
function differencesOf(before: readonly DescribedLine[], after: readonly DescribedLine[]) {
  const keys = [...new Set([...before, ...after].map(({ key }) => key))];
  return keys.flatMap((key) => {
    const [one, other] = [before, after].map((lines) => lines.find((line) => line.key === key));
    if (one?.value === other?.value) return [];
    return [{ key, label: one?.label ?? other?.label ?? key, before: one?.text ?? '–', after: other?.text ?? '–' }];
  });
}
