import { Avatar } from '@mantine/core';
import { avatarSizes } from '../../theme.ts';

type Props = { firstName: string; lastName: string; src?: string; size?: keyof typeof avatarSizes };

const initial = (name: string) => [...name.trim()][0] ?? '';

/** The picture or the initials of a person. Sizes xs 32, sm 40, md 48, lg 56, xl 64 px. */
export function PersonAvatar({ firstName, lastName, src, size = 'md' }: Props) {
  return (
    <Avatar size={avatarSizes[size]} src={src ?? null} color="brand" variant="filled" alt={`${firstName} ${lastName}`}>
      {initial(firstName)}
      {/* A zero-width non-joiner keeps two Arabic initials separate. */}
      {'\u200c'}
      {initial(lastName)}
    </Avatar>
  );
}
