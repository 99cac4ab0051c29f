import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Suspense, useEffect } from 'react';
import { Link } from 'react-router';
import { useStore } from '../../client/store.ts';
import { useKitText } from '../../i18n/texts.ts';
import { useLoadAhead } from '../../offline/load-ahead.ts';
import { useMe, usePermitted } from '../../session/hooks.tsx';
import { actsForOthers } from '../../session/session-store.ts';
import { iconSizes } from '../../theme.ts';
import { lazyPart } from '../failures/chunk-failure.ts';
import { shellAddresses } from '../routing/addresses.ts';
import { openPalette, paletteRequests } from '../search/palette-requests.ts';
import { PersonButton } from '../session/PersonButton.tsx';
import { Brand } from './Brand.tsx';
import classes from './Header.module.css';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { LiveStateBadge } from './live/LiveStateBadge.tsx';
import { usePhone } from './phone.ts';
import { headerParts } from './shell-parts.ts';

const loadPalette = () => import('../search/Palette.tsx');
const Palette = lazyPart(() => loadPalette().then((module) => module.Palette));
const CustomerSwitch = lazyPart(() => import('../session/CustomerSwitch.tsx').then((module) => module.CustomerSwitch));

export function Header() {
  const phone = usePhone();
  const me = useMe();
  const palette = useStore(paletteRequests);
  // The search is for staff: guests have a few pages, all of them in the sidebar.
  const maySearch = usePermitted('signed-in');
  useLoadAhead();

  useEffect(() => {
    if (!maySearch) return;
    const onKey = (event: KeyboardEvent) => {
      // Preloads the palette while the second key is pressed, so that no keystroke is lost. A failure is reported when
      // the palette opens.
      if (event.key === 'Control' || event.key === 'Meta') loadPalette().catch(() => undefined);
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      openPalette();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [maySearch]);

  return (
    <header className={classes.header}>
      <Link to={shellAddresses.main} className={classes.brand}>
        <Brand folded={phone} />
      </Link>
      {actsForOthers(me) ? (
        <Suspense>
          <CustomerSwitch />
        </Suspense>
      ) : (
        !phone && me.company && <span className={classes.company}>{me.company.name}</span>
      )}
      <div className={classes.space} />
      {maySearch && <SearchButton phone={phone} />}
      <LiveStateBadge />
      {!phone && <LanguageSwitch />}
      {headerParts().map(({ id, Part }) => (
        <Suspense key={id}>
          <Part />
        </Suspense>
      ))}
      <PersonButton />
      {maySearch && palette > 0 && (
        <Suspense>
          <Palette opening={palette} />
        </Suspense>
      )}
    </header>
  );
}

function SearchButton({ phone }: { phone: boolean }) {
  const t = useKitText();
  if (phone)
    return (
      <ActionIcon onClick={openPalette} aria-label={t('shell.search')} size="lg">
        <IconSearch size={iconSizes.md} />
      </ActionIcon>
    );
  return (
    <UnstyledButton className={classes.search} onClick={openPalette}>
      <IconSearch size={iconSizes.sm} aria-hidden />
      <span>{t('shell.search')}</span>
      <Kbd size="xs" dir="ltr">
        {t('shell.searchKeys')}
      </Kbd>
    </UnstyledButton>
  );
}
