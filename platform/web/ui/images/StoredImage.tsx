import { Skeleton } from '@mantine/core';
import { IconPhotoOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Args, Endpoint } from '../../client/client-of.ts';
import { useKitText } from '../../i18n/texts.ts';
import { iconSizes } from '../../theme.ts';
import classes from './StoredImage.module.css';

type Props<R extends AnyRoute> = {
  /** The route that sends the image. */
  of: Endpoint<R>;
  params?: Args<R>['params'];
  /** Changes with the picture; the one before is shown no more. */
  version: string | number;
  /** What it shows; empty for a picture that adds nothing to the words around it. */
  alt: string;
  /** Width by height: keeps the place while it loads. */
  ratio?: number;
};

/** An image that only this person may see: an `<img>` sends no token, so it is fetched and shown from memory. */
export function StoredImage<R extends AnyRoute>({ of, params, version, alt, ratio }: Props<R>) {
  const t = useKitText();
  const args = params === undefined ? {} : { params };
  const image = useQuery({
    // Not below the calls of its set: a change of the row around it does not change the picture.
    queryKey: ['stored-image', ...of.key(args), version],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await of.open({ ...args, signal })).blob(),
  });
  const url = useObjectUrl(image.data);
  const style = ratio ? { aspectRatio: ratio } : undefined;
  if (image.isError)
    return (
      <span className={classes.missing} style={style} role="img" aria-label={t('image.failed')}>
        <IconPhotoOff size={iconSizes.lg} aria-hidden />
        <span aria-hidden>{t('image.failed')}</span>
      </span>
    );
  if (!url) return <Skeleton className={classes.image} style={style} />;
  return <img className={classes.image} style={style} src={url} alt={alt} draggable={false} />;
}

function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(made);
    };
  }, [blob]);
  return url;
}
