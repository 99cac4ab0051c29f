import { keptFiles } from '#platform/common/offline/kept-files.ts';

/** The longest side of a photo in pixels. */
export const photoSide = 1600;
/** Tried in turn until the photo is small enough to be kept without a network. */
const qualities = [0.85, 0.7, 0.5];

/** The drawing as a file. */
export const canvasFile = (canvas: HTMLCanvasElement, name: string, type: string, quality?: number): Promise<File> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(new File([blob], name, { type })) : reject(new Error(`the canvas gave no ${type}`))),
      type,
      quality,
    ),
  );

const asJpeg = (name: string) => `${name.replace(/\.[^.]*$/, '') || 'photo'}.jpg`;

/**
 * A photo as a JPEG of at most 1,600 pixels, upright as it was taken, without what else the camera wrote into it, such as
 * the place. Rejects if the browser cannot read the picture.
 */
export async function shrinkPhoto(photo: File): Promise<File> {
  const picture = await createImageBitmap(photo, { imageOrientation: 'from-image' });
  try {
    const scale = Math.min(1, photoSide / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const context = canvas.getContext('2d');
    if (!context) throw new Error('the browser cannot draw');
    // A JPEG has no transparency: it would be black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    let file = photo;
    for (const quality of qualities) {
      file = await canvasFile(canvas, asJpeg(photo.name), 'image/jpeg', quality);
      if (file.size <= keptFiles.bytesEach) break;
    }
    return file;
  } finally {
    picture.close();
  }
}
