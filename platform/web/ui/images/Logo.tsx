import { Avatar } from '@mantine/core';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Args, Endpoint } from '../../client/client-of.ts';
import { avatarSizes } from '../../theme.ts';
import classes from './Logo.module.css';
import { StoredImage } from './StoredImage.tsx';

/** A local image that is not uploaded yet, or a stored one. */
export type LogoSource =
  | { isLocal: true; url: string }
  | { isLocal: false; of: Endpoint<AnyRoute>; params: Args<AnyRoute>['params']; version: number };

/** Throws if `isLocal` is missing. */
export function assertLogo(logo: { isLocal?: unknown }): void {
  if (typeof logo.isLocal !== 'boolean') throw new Error('invalid logo object');
}

/** The logo of a company, or the first letter of its name. */
export function Logo({
  name,
  logo,
  size = 'lg',
}: {
  name: string;
  logo: LogoSource | null;
  size?: keyof typeof avatarSizes;
}) {
  if (logo) assertLogo(logo);
  if (logo && !logo.isLocal)
    return (
      <span className={classes.logo} style={{ inlineSize: avatarSizes[size], blockSize: avatarSizes[size] }}>
        <StoredImage of={logo.of} params={logo.params} version={logo.version} alt={name} ratio={1} />
      </span>
    );
  return (
    <Avatar size={avatarSizes[size]} radius="md" src={logo?.url ?? null} alt={name} color="brand">
      {[...name.trim()][0]}
    </Avatar>
  );
}
