const readMs = 60_000;

/** Downloads a file; false if the browser refuses. */
export function download(name: string, file: Blob): boolean {
  try {
    const address = URL.createObjectURL(file);
    const anchor = document.createElement('a');
    anchor.href = address;
    anchor.download = name;
    anchor.click();
    // Some browsers read the URL only after the click.
    setTimeout(() => URL.revokeObjectURL(address), readMs);
    return true;
  } catch (error) {
    console.error('The browser refused the download', error);
    return false;
  }
}
