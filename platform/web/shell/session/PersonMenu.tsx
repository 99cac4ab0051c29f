import { Menu, SegmentedControl, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconDownload, IconLanguage, IconLogout, IconSparkles, IconUser } from '@tabler/icons-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { useStore } from '../../client/store.ts';
import { languageStore, setLanguage } from '../../i18n/i18n.ts';
import { useKitText } from '../../i18n/texts.ts';
import { useMe } from '../../session/hooks.tsx';
import { signOut } from '../../session/sign-in.ts';
import { type Density, iconSizes } from '../../theme.ts';
import { PersonAvatar } from '../../ui/images/PersonAvatar.tsx';
import { installPrompt } from '../install.ts';
import { densityStore } from '../layout/density.ts';
import { shellAddresses } from '../routing/addresses.ts';
import { confirmLeave } from '../routing/unsaved-changes.ts';
import classes from './PersonMenu.module.css';

/** The person's menu. It is mounted by the press that opens it, so it is open at first. */
export function PersonMenu() {
  const t = useKitText();
  const { user } = useMe();
  const target = useRef<HTMLButtonElement>(null);
  const name = `${user.firstName} ${user.lastName}`;
  const install = useStore(installPrompt);
  const other = useStore(languageStore) === 'ar' ? 'en' : 'ar';
  return (
    <Menu position="bottom-end" width={272} closeOnItemClick defaultOpened onClose={() => target.current?.focus()}>
      <Menu.Target>
        <UnstyledButton ref={target} aria-label={t('shell.person')} className={classes.target}>
          <PersonAvatar firstName={user.firstName} lastName={user.lastName} size="xs" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <Text fw={600} truncate>
            {name}
          </Text>
          <Text size="sm" c="dimmed" truncate dir="ltr" ta="start">
            {user.email}
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to={shellAddresses.profile(user.id)} leftSection={<IconUser size={iconSizes.md} />}>
          {t('shell.profile')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLanguage size={iconSizes.md} />}
          lang={other}
          onClick={() => void setLanguage(other)}
        >
          {t('shell.language')}
        </Menu.Item>
        {install && (
          <Menu.Item leftSection={<IconDownload size={iconSizes.md} />} onClick={() => void install.prompt()}>
            {t('shell.install')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Appearance />
        <Menu.Divider />
        <Menu.Item component={Link} to="/updates" leftSection={<IconSparkles size={iconSizes.md} />}>
          {t('shell.readings.updates')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={iconSizes.md} />} onClick={() => confirmLeave(() => void signOut())}>
          {t('shell.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Appearance() {
  const t = useKitText();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const density = useStore(densityStore);
  return (
    <div className={classes.choices}>
      <Text size="xs" c="dimmed" id="appearance">
        {t('shell.theme')}
      </Text>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-labelledby="appearance"
        value={colorScheme}
        onChange={(value) => setColorScheme(value as typeof colorScheme)}
        data={(['light', 'dark', 'auto'] as const).map((value) => ({ value, label: t(`shell.${value}`) }))}
      />
      <Text size="xs" c="dimmed" id="density">
        {t('shell.density')}
      </Text>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-labelledby="density"
        value={density}
        onChange={(value) => densityStore.set(value as Density)}
        data={(['comfortable', 'compact'] as const).map((value) => ({ value, label: t(`shell.${value}`) }))}
      />
    </div>
  );
}
