import { ActionIcon, Button, CopyButton, Popover } from '@mantine/core';
import { IconCode } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type AppManifest, type Page, textNamespaceOf } from '#platform/common/define-app.ts';
import { useStore } from '../client/store.ts';
import { registeredApps } from '../session/session.ts';
import { pageAddress } from '../shell/routing/bind-pages.ts';
import { iconSizes } from '../theme.ts';
import classes from './Development.module.css';
import { componentFile, editingHelp, manifestLine, pageAt, useDevelopmentText } from './editing-help.ts';

type Props = { app: string; address: string };

/** Shows developers where a page is declared and which component renders it. */
export function EditingHelp({ app: id, address }: Props) {
  const shown = useStore(editingHelp);
  const app = registeredApps().find((one) => one.id === id);
  const page = app && pageAt(app, address);
  return shown && app && page ? <Help app={app} page={page} /> : null;
}

function Help({ app, page }: { app: AppManifest; page: Page }) {
  const t = useDevelopmentText();
  const line = useQuery({ queryKey: ['development', app.id, page.path], queryFn: () => manifestLine(app, page) });
  const facts: [string, string][] = [
    [t('app'), app.id],
    [t('address'), pageAddress(app, page)],
    [t('access'), JSON.stringify(page.access)],
    [
      t('texts'),
      [`pages.${page.key}`, ...(page.sidebar ? [`sidebar.${page.sidebar.group}`] : [])]
        .map((key) => `${textNamespaceOf(app, page)}:${key}`)
        .join(', '),
    ],
    [t('component'), componentFile(app, page)],
    [t('manifest'), line.data ?? '–'],
  ];
  const all = facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  return (
    <Popover withArrow trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon size="sm" aria-label={t('help', { page: page.key })}>
          <IconCode size={iconSizes.sm} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <dl className={classes.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi dir="ltr">{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
        <CopyButton value={all}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="light" onClick={copy}>
              {t(copied ? 'copied' : 'copy')}
            </Button>
          )}
        </CopyButton>
      </Popover.Dropdown>
    </Popover>
  );
}
