import { UnstyledButton } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useKitText } from '../../i18n/texts.ts';
import { useMe } from '../../session/hooks.tsx';
import { PersonAvatar } from '../../ui/images/PersonAvatar.tsx';
import { lazyPart } from '../failures/chunk-failure.ts';
import classes from './PersonMenu.module.css';

const load = () => import('./PersonMenu.tsx');
const PersonMenu = lazyPart(() => load().then((module) => module.PersonMenu));

/** The person's avatar; its menu is loaded on hover or focus. */
export function PersonButton() {
  const t = useKitText();
  const { user } = useMe();
  const [opened, setOpened] = useState(false);
  const fetchMenu = () => void load();
  const button = (
    <UnstyledButton
      aria-label={t('shell.person')}
      aria-haspopup="menu"
      aria-expanded={false}
      className={classes.target}
      onClick={() => setOpened(true)}
      onPointerEnter={fetchMenu}
      onFocus={fetchMenu}
    >
      <PersonAvatar firstName={user.firstName} lastName={user.lastName} size="xs" />
    </UnstyledButton>
  );
  return opened ? (
    <Suspense fallback={button}>
      <PersonMenu />
    </Suspense>
  ) : (
    button
  );
}
