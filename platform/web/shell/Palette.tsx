import { Spotlight, type SpotlightActionData, spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { IconSearch } from '@tabler/icons-react';
import i18next from 'i18next';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { fold } from '#platform/common/search.ts';
import { useKitText } from '../i18n/texts.ts';
import { useMe } from '../session/hooks.tsx';
import { knownApps } from '../session/session.ts';
import { iconSizes } from '../theme.ts';
import { addressOf } from './bind-pages.ts';
import { maySee } from './first-page.ts';
import { iconNamed } from './icons.ts';

const matches = (text: string | undefined, query: string) => fold(text ?? '').includes(fold(query));

/** Goes to any page that the person may see. It opens whenever `opening` grows. */
export function Palette({ opening }: { opening: number }) {
  const t = useKitText();
  const me = useMe();
  const navigate = useNavigate();
  useEffect(() => {
    if (opening > 0) spotlight.open();
  }, [opening]);

  const groups = knownApps().map((app) => ({
    group: i18next.exists('app', { ns: app.id }) ? i18next.t('app', { ns: app.id }) : app.brand,
    actions: app.pages
      .filter((page) => !page.redirect && page.layout === 'main' && !page.path.includes('{') && maySee(app, page, me))
      .map((page): SpotlightActionData => {
        const Icon = iconNamed(page.sidebar?.icon ?? app.icon);
        return {
          id: `${app.id}/${page.path}`,
          label: i18next.t(`pages.${page.key}`, { ns: app.id }),
          onClick: () => void navigate(addressOf(app, page)),
          leftSection: <Icon size={iconSizes.md} aria-hidden />,
        };
      }),
  }));
  return (
    <Spotlight
      actions={groups.filter((group) => group.actions.length > 0)}
      shortcut={null}
      nothingFound={t('shell.nothingFound')}
      highlightQuery
      filter={(query, actions) =>
        actions.flatMap((one): typeof actions => {
          if (!('actions' in one)) return matches(one.label, query) ? [one] : [];
          const found = matches(one.group, query)
            ? one.actions
            : one.actions.filter((action) => matches(action.label, query));
          return found.length > 0 ? [{ ...one, actions: found }] : [];
        })
      }
      searchProps={{
        leftSection: <IconSearch size={iconSizes.md} />,
        placeholder: t('shell.searchHint'),
        'aria-label': t('shell.search'),
      }}
    />
  );
}
